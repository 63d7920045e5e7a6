import type { MemberType } from '@weft/contract'
import { StatusDot, useNarrow, useText } from '@weft/ui'
import { Button, Tag } from 'antd'
import { MemberName, nameOf } from '../../../shared/member/MemberName.tsx'
import * as networkText from '../network.text.ts'
import * as text from './network-builder.text.ts'
import type { Candidate } from './builder-state.ts'
import { VirtualRows } from '../../../shared/rows/VirtualRows.tsx'

/** Pixels; on a narrow screen a row has a second line for what is beside the name otherwise. */
const ROW_HEIGHT = { wide: 52, narrow: 84 }

interface Props {
  place: MemberType
  members: readonly Candidate[]
  /** Maximum number of members in the list; undefined for branches, which only the account limits. */
  max: number | undefined
  isNew: (router_name: string) => boolean
  onMove: (router_name: string) => void
  onRemove: (router_name: string) => void
}

/** Draws one of the two lists on the right: centers or branches. */
export function ChosenMembers({ place, members, max, isNew, onMove, onRemove }: Props) {
  const t = useText(text)
  const n = useText(networkText)
  const narrow = useNarrow()
  const title = place === 'center' ? t.centers : t.points
  const moveLabel = place === 'center' ? t.asPoint : t.asCenter
  const moveOf = place === 'center' ? t.asPointOf : t.asCenterOf
  return (
    <section className="rows-card" aria-labelledby={`builder-${place}`}>
      <h3 id={`builder-${place}`}>
        {title}{' '}
        <span className={max !== undefined && members.length > max ? 'rows-count builder-over' : 'rows-count'}>
          {max === undefined ? members.length : `${members.length} / ${max}`}
        </span>
      </h3>
      <VirtualRows
        label={title}
        rows={members}
        rowKey={(m) => m.router_name}
        rowHeight={narrow ? ROW_HEIGHT.narrow : ROW_HEIGHT.wide}
        empty={<p className="rows-empty">{place === 'center' ? t.noCenters : t.noPoints}</p>}
        render={(m, tabIndex) => (
          <div className="rows-row builder-chosen">
            <span className="rows-name">
              <MemberName member={m} tabIndex={tabIndex} />
            </span>
            <span className="rows-facts">
              {isNew(m.router_name) && <Tag color="processing">{t.addedTag}</Tag>}
              <StatusDot
                kind={m.online === 1 ? 'online' : m.router_type === 2 ? 'idle' : 'offline'}
                text={m.online === 1 ? n.online : n.offline}
              />
              {m.router_type === 1 && (
                <Button type="link" size="small" tabIndex={tabIndex} aria-label={moveOf(nameOf(m))} onClick={() => onMove(m.router_name)}>
                  {moveLabel}
                </Button>
              )}
              <Button
                type="link"
                size="small"
                danger
                tabIndex={tabIndex}
                aria-label={t.removeOf(nameOf(m))}
                onClick={() => onRemove(m.router_name)}
              >
                {t.remove}
              </Button>
            </span>
          </div>
        )}
      />
    </section>
  )
}
