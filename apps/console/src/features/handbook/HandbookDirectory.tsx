import { SearchOutlined } from '@ant-design/icons'
import type { DocumentNode } from '@weft/contract'
import { ErrorState, useText } from '@weft/ui'
import { useState } from 'react'
import { HandbookResults } from './HandbookResults.tsx'
import { HandbookTree } from './HandbookTree.tsx'
import * as text from './handbook.text.ts'
import { useHandbookSearch } from './use-handbook-search.ts'

interface Props {
  nodes: readonly DocumentNode[]
  current: string | undefined
  /** Called when a document is chosen. */
  onGo: () => void
}

/** Shows the ways to a document: its place in the tree, or a search for words in it. */
export function HandbookDirectory({ nodes, current, onGo }: Props) {
  const t = useText(text)
  const [typed, setTyped] = useState('')
  const { searching, settled, results, failed, retry } = useHandbookSearch(typed)
  return (
    <>
      <div role="search" className="handbook-search">
        <SearchOutlined aria-hidden />
        <input
          type="search"
          placeholder={t.search}
          aria-label={t.search}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      {!searching && <HandbookTree nodes={nodes} current={current} onGo={onGo} />}
      {searching && failed && <ErrorState compact onRetry={retry} />}
      {searching && !failed && results && <HandbookResults results={results} wanted={settled} onGo={onGo} />}
    </>
  )
}
