import { registerHooks } from 'node:module'
import { ESCAPE_HOOK, heardOnScreen } from '../vite/escape.ts'

// Page tests load antd as it is; an app is built with this hook in it.
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    return ESCAPE_HOOK.test(url) ? { ...loaded, source: heardOnScreen(String(loaded.source)) } : loaded
  },
})
