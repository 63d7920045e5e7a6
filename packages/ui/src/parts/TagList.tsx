import { Tag, Tooltip } from 'antd'
import { Nothing } from './Nothing.tsx'
import './tag-list.css'

/** The tags of an announcement, which come joined by commas. @param atMost the rest is a number; all unless said */
export function TagList({ tag, atMost = Infinity }: { tag: string; atMost?: number }) {
  const tags = tag
    .split(/[,，]/)
    .map((one) => one.trim())
    .filter(Boolean)
  if (tags.length === 0) return <Nothing />
  const rest = tags.slice(atMost)
  return (
    <span className="weft-tags">
      {tags.slice(0, atMost).map((one) => (
        <Tag key={one}>{one}</Tag>
      ))}
      {rest.length > 0 && (
        <Tooltip title={rest.join(' · ')}>
          <Tag>
            {`+${rest.length}`}
            <span className="weft-hidden">{rest.join(' ')}</span>
          </Tag>
        </Tooltip>
      )}
    </span>
  )
}
