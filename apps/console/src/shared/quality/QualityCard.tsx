import type { LinkQuality, LinkQualityRow } from '@weft/contract'
import { StateMark, useText } from '@weft/ui'
import { useMemo } from 'react'
import { endsOf } from './link-names.ts'
import { linkMarks, linkWord, newestOf } from './link-state.ts'
import { curvesOfRow, msText, percentText } from './quality-curves.ts'
import type { RevisionMark } from './quality-plot.ts'
import { QualityChart } from './QualityChart.tsx'
import './quality.css'
import * as text from './quality.text.ts'

interface Props {
  link: LinkQualityRow
  revisions: readonly RevisionMark[]
  /** True to name the center, where the links of several are shown. */
  toNamed: boolean
  sync: string
  /** True to give its button the focus, after the link was shown whole. */
  focused?: boolean
  onOpen: () => void
}

/** Gives an element the focus once it is drawn. */
const focus = (element: HTMLElement | null) => element?.focus()

/** Shows one link: how good it is now, and its curve. */
export function QualityCard({ link, revisions, toNamed, sync, focused = false, onOpen }: Props) {
  const t = useText(text)
  const curves = useMemo(() => curvesOfRow(link), [link])
  const { from, to } = endsOf(link)
  const ends = t.ends(from, to)
  const word = linkWord(link)
  const { rtt, rtt_p95, loss, jitter, grades } = newestOf(link)
  const figures = loss === null ? '' : t.figures(msText(rtt), percentText(loss), msText(jitter))
  return (
    <section className="quality-card" aria-label={t.card(ends, t.states[word], figures)}>
      <header>
        <StateMark state={linkMarks[word]} />
        <h2>
          <button ref={focused ? focus : undefined} type="button" aria-label={t.open(ends)} onClick={onOpen}>
            {from}
          </button>
        </h2>
        {toNamed && <span className="quality-to">{t.toName(to)}</span>}
        {word !== 'good' && <span className={`quality-word quality-word-${word}`}>{t.states[word]}</span>}
      </header>
      <dl>
        <Figure name={t.rtt} value={msText(rtt)} grade={grades.rtt} />
        <Figure name={t.loss} value={percentText(loss)} grade={grades.loss} />
        <Figure name={t.jitter} value={msText(jitter)} grade={grades.jitter} />
        <Figure name={t.rtt95} value={msText(rtt_p95)} grade="good" />
      </dl>
      <QualityChart pane="small" curves={curves} revisions={revisions} named={false} timed label={t.chart(ends)} height={124} sync={sync} />
    </section>
  )
}

function Figure({ name, value, grade }: { name: string; value: string; grade: LinkQuality }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={grade === 'bad' ? 'quality-bad' : undefined}>{value}</dd>
    </div>
  )
}
