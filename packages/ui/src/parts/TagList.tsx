import { Tag, Tooltip } from 'antd'
import { Nothing } from './Nothing.tsx'
import './tag-list.css'

/** Shows the tags of an announcement, which are joined by commas. @param atMost shows the rest as a number; all tags by default */
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
