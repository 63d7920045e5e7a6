import type { Plugin } from 'vite'

/** The hook by which a dialog or menu of antd hears Escape. */
export const ESCAPE_HOOK = /@rc-component\/portal\/(?:es|lib)\/useEscKeyDown\.js$/
/** The part of the hook that notes the dialog while React renders it. The hook's effect notes it as well, once the dialog is on the page. */
const WHILE_DRAWN = /\n {2}(?:useMemo|\(0, _react\.useMemo\))\(\(\) => \{[^]*?\}, \[open\]\);/

/**
 * Returns the code of the hook in which only what is on screen hears Escape. antd notes a dialog as the topmost one while it is drawn. React may
 * drop what it drew and start again, and then the dropped one stays the topmost for ever: it alone takes the key, which closes nothing.
 */
export function heardOnScreen(code: string): string {
  if (!WHILE_DRAWN.test(code)) throw new Error('@rc-component/portal notes who hears Escape in another way: is escape.ts still needed?')
  return code.replace(WHILE_DRAWN, '')
}

/** Builds an app with that hook. */
export const escapeOnScreen = (): Plugin => ({
  name: 'weft-escape-on-screen',
  transform: { filter: { id: ESCAPE_HOOK }, handler: (code) => ({ code: heardOnScreen(code), map: null }) },
})
