import { DownOutlined } from '@ant-design/icons'
import type { DocumentNode } from '@weft/contract'
import { useText } from '@weft/ui'
import { useState } from 'react'
import { Link } from 'react-router'
import { handbookPath } from '../../shared/help/handbook-path.ts'
import * as text from './handbook.text.ts'

interface Props {
  nodes: readonly DocumentNode[]
  /** The id of the document on screen. */
  current: string | undefined
  onGo: () => void
}

/** Shows all documents, by group. */
export function HandbookTree({ nodes, current, onGo }: Props) {
  const t = useText(text)
  return (
    <nav aria-label={t.tree}>
      <Branch nodes={nodes} current={current} onGo={onGo} />
    </nav>
  )
}

function Branch({ nodes, current, onGo, id }: Props & { id?: string }) {
  return (
    <ul className="handbook-branch" id={id}>
      {nodes.map((node) => (
        <Leaf key={node.id} node={node} current={current} onGo={onGo} />
      ))}
    </ul>
  )
}

/** Shows a document; a document with others below it can collapse them. */
function Leaf({ node, current, onGo }: Omit<Props, 'nodes'> & { node: DocumentNode }) {
  const t = useText(text)
  const [open, setOpen] = useState(true)
  const below = `handbook-${node.id}`
  return (
    <li>
      <span className="handbook-leaf">
        <Link to={handbookPath(node)} onClick={onGo} aria-current={node.id === current ? 'page' : undefined}>
          {node.title}
        </Link>
        {node.children.length > 0 && (
          <button
            type="button"
            className="weft-icon-button"
            aria-expanded={open}
            aria-controls={below}
            aria-label={open ? t.collapse(node.title) : t.expand(node.title)}
            onClick={() => setOpen(!open)}
          >
            <DownOutlined className={open ? '' : 'handbook-folded'} aria-hidden />
          </button>
        )}
      </span>
      {open && node.children.length > 0 && <Branch id={below} nodes={node.children} current={current} onGo={onGo} />}
    </li>
  )
}
