import { frameOf } from './app/frames.ts'
import { pageAt } from './app/pages.ts'

// What is on screen first loads beside the app, which would ask for it only once it runs itself.
const page = pageAt(location.pathname === '/' ? '/dashboard' : location.pathname)
// The app asks again, and tells what went wrong.
if (page) void Promise.all([frameOf(page), page.load()]).catch(() => undefined)
