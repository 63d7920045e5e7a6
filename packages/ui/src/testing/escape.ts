import { registerHooks } from 'node:module'
import { ESCAPE_HOOK, heardOnScreen } from '../vite/escape.ts'

// Page tests load antd as it is; an app is built with this hook in it.
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!ESCAPE_HOOK.test(url)) return loaded
    const code = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source ?? undefined)
    return { ...loaded, source: heardOnScreen(code) }
  },
})
