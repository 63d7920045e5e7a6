import './start.ts'
import { connectApi } from '@weft/ui'
import { goBack, startApp } from '@weft/ui/frame/start-app.tsx'
import { leaveFor, loginAddress } from '@weft/ui/session/leave.ts'
import { createRouter } from './app/router.tsx'
import { endSession } from './shared/session/leave.ts'
import { takeLinkToken } from './shared/session/link-token.ts'
import { session } from './shared/session/session.ts'
import { askForProof } from './shared/verification/proof.ts'

takeLinkToken()

const router = createRouter()

connectApi({
  token: () => session.get()?.token,
  refresh: session.refresh,
  end: endSession,
  back: (to) => goBack(router, to),
  prove: askForProof,
})

// Leave the page when another tab signed out or signed in as someone else.
const { user } = session.get() ?? {}
session.subscribe((now, elsewhere) => {
  if (!elsewhere) return
  if (!now && router.state.location.pathname !== '/login') leaveFor(loginAddress(location.pathname + location.search))
  else if (now?.user && user && now.user.account_number + now.user.username !== user.account_number + user.username) leaveFor('/')
})

startApp(router)
