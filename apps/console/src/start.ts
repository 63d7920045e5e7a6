import { frameOf } from './app/frames.ts'
import { pageAt } from './app/pages.ts'

// Load the first page in parallel with the app, which would request it only once it runs.
const page = pageAt(location.pathname === '/' ? '/dashboard' : location.pathname)
// The app loads it again and shows what went wrong.
if (page) void Promise.all([frameOf(page), page.load()]).catch(() => undefined)
