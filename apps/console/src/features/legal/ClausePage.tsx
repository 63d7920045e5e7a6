import { useText } from '@weft/ui'
import { useMemo } from 'react'
import { useSite } from '@weft/ui/site/use-site.ts'
import { clause } from './clause/clause.ts'
import { LegalArticle } from './LegalArticle.tsx'
import { partyOf } from './legal-text.ts'
import * as text from './legal.text.ts'

export function ClausePage() {
  const t = useText(text)
  const site = useSite()
  const content = useMemo(() => clause(partyOf(site)), [site])
  return <LegalArticle title={t.clause} content={content} />
}
