import { type ButtonProps, ConfigProvider } from 'antd'
import enUS from 'antd/es/locale/en_US.js'
import zhCN from 'antd/es/locale/zh_CN.js'
import { type ReactNode, useLayoutEffect, useMemo } from 'react'
import { ConfirmHost } from '../dialog/ConfirmHost.tsx'
import { useCompositionKeys } from '../form/composition.ts'
import { language, useText } from '../i18n/use-text.ts'
import { ToastHost } from '../toast/ToastHost.tsx'
import { size, useMedia, useThemeMode } from './appearance.ts'
import { makeTheme } from './theme.ts'
import * as text from './theme.text.ts'
import './theme.css'

/** Keeps space between the title and a form's first label, and between a long title and the close button. */
const MODAL = { styles: { header: { marginBottom: 12 }, title: { paddingInlineEnd: 24 } } }

/** While a button without an icon of its own loads, antd shows one beside its words, and so makes it wider. Ours takes their place. */
const BUTTON = {
  autoInsertSpace: false,
  classNames: ({ props: { icon } }: { props: ButtonProps }) => (icon ? {} : { root: 'weft-button-words' }),
}

/** Provides look, language, size, toasts and confirmations; used once, around an app. */
export function UiProvider({ children }: { children: ReactNode }) {
  const mode = useThemeMode()
  const spoken = language.use()
  const t = useText(text)
  useCompositionKeys()
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const theme = useMemo(() => {
    const { token, ...rest } = makeTheme(mode)
    // With reduced motion no animation ends, so antd must not wait for an end before it removes an element.
    // The key names the style sheet of the theme; antd would otherwise make up another one for each provider.
    return { ...rest, cssVar: { key: 'weft' }, token: { ...token, motion: !still } }
  }, [mode, still])
  useLayoutEffect(() => {
    const root = document.documentElement
    root.dataset.theme = mode
    root.lang = spoken
  }, [mode, spoken])
  return (
    <ConfigProvider
      theme={theme}
      locale={spoken === 'en' ? enUS : zhCN}
      componentSize={size.use()}
      form={{ validateMessages: { required: t.required }, scrollToFirstError: { focus: true } }}
      button={BUTTON}
      modal={MODAL}
    >
      <ToastHost />
      {children}
      <ConfirmHost />
    </ConfigProvider>
  )
}
