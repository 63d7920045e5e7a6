import { connectApi } from '@weft/ui'
import { goBack, startApp } from '@weft/ui/frame/start-app.tsx'
import { leaveFor, loginAddress } from '@weft/ui/session/leave.ts'
import { createRouter } from './app/router.tsx'
import { endSession } from './shared/session/leave.ts'
import { session } from './shared/session/session.ts'

const router = createRouter()

connectApi({
  token: () => session.get()?.token,
  // A session lasts one shift: its token is never renewed.
  refresh: async () => false,
  end: endSession,
  back: (to) => goBack(router, to),
})

// Another tab signed out, or signed in as someone else.
const { username } = session.get() ?? {}
session.subscribe((now) => {
  if (!now && router.state.location.pathname !== '/login') leaveFor(loginAddress(location.pathname + location.search))
  else if (now && username !== undefined && now.username !== username) leaveFor('/')
})

startApp(router)
