import { type Language, languages } from '@weft/contract'
import { language, useText } from '../i18n/use-text.ts'
import { size, sizes } from '../theme/appearance.ts'
import * as text from './frame.text.ts'
import type { MenuSection } from './HeaderMenu.tsx'

const languageNames: Record<Language, string> = { 'zh-CN': '简体中文', en: 'English' }

/** Returns the sections of the user's menu that set the language and the size of controls. */
export function useDisplaySections(): MenuSection[] {
  const t = useText(text)
  const spoken = language.use()
  const sized = size.use()
  return [
    {
      key: 'language',
      heading: t.language,
      items: languages.map((key) => ({
        key,
        label: languageNames[key],
        lang: key,
        chosen: key === spoken,
        onPick: () => language.set(key),
      })),
    },
    {
      key: 'size',
      heading: t.size,
      items: sizes.map((key) => ({ key, label: t[key], chosen: key === sized, onPick: () => size.set(key) })),
    },
  ]
}
