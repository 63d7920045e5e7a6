import { type Language, languages } from '@weft/contract'
import { language, useText } from '../i18n/use-text.ts'
import * as text from './frame.text.ts'

const short: Record<Language, string> = { 'zh-CN': '中文', en: 'EN' }

/** Switches the language, where there is no menu of the user: 「中文 | EN」. */
export function LanguageSwitch() {
  const t = useText(text)
  const spoken = language.use()
  return (
    <div className="frame-languages" role="group" aria-label={t.language}>
      {languages.map((key) => (
        <button key={key} type="button" lang={key} aria-pressed={key === spoken} onClick={() => language.set(key)}>
          {short[key]}
        </button>
      ))}
    </div>
  )
}
