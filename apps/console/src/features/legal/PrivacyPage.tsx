import { useText } from '@weft/ui'
import { useMemo } from 'react'
import { useSite } from '@weft/ui/site/use-site.ts'
import { LegalArticle } from './LegalArticle.tsx'
import { partyOf } from './legal-text.ts'
import * as text from './legal.text.ts'
import { privacy, PRIVACY_DATE } from './privacy/privacy.ts'

export function PrivacyPage() {
  const t = useText(text)
  const site = useSite()
  const content = useMemo(() => privacy(partyOf(site)), [site])
  return <LegalArticle title={t.privacy} meta={t.updated(PRIVACY_DATE)} content={content} />
}
