import { Nothing, useText } from '@weft/ui'
import { Tag, Tooltip } from 'antd'
import * as text from './announcement.text.ts'

/** The tags of an announcement, which come joined by commas. @param atMost the rest is a number; all unless said */
export function TagList({ tag, atMost = Infinity }: { tag: string; atMost?: number }) {
  const t = useText(text)
  const tags = tag
    .split(/[,，]/)
    .map((one) => one.trim())
    .filter(Boolean)
  if (tags.length === 0) return <Nothing />
  const rest = tags.slice(atMost)
  return (
    <span className="announcement-tags">
      {tags.slice(0, atMost).map((one) => (
        <Tag key={one}>{one}</Tag>
      ))}
      {rest.length > 0 && (
        <Tooltip title={rest.join(' · ')}>
          <Tag>
            {t.moreTags(rest.length)}
            <span className="weft-hidden">{rest.join(' ')}</span>
          </Tag>
        </Tooltip>
      )}
    </span>
  )
}
