import { PlusOutlined } from '@ant-design/icons'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type DocumentNode, opsContract } from '@weft/contract'
import { asking, call, ErrorState, PageHeader, Skeleton, toast, useText } from '@weft/ui'
import { usePageObject } from '@weft/ui/frame/page-object.ts'
import { usePageKey } from '@weft/ui/frame/page-key.ts'
import { Button, Input, Tree } from 'antd'
import { type Key, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useMay } from '../../../shared/operator/use-operator.ts'
import * as text from '../publication.text.ts'
import { DocumentForm } from './DocumentForm.tsx'
import { findIn, idsOf, matching, type Place, placeOfDrop } from './document-tree.ts'
import '../../../shared/page/panel.css'
import '../publication.css'

const { documents } = opsContract

/** Returns the ids of a document and of those above it. */
function above(tree: DocumentNode[], id: string | null | undefined): string[] {
  const found = id ? findIn(tree, id) : undefined
  return found ? [found.node.id, ...above(tree, found.parent_id)] : []
}

interface Item {
  key: string
  title: string
  children: Item[]
}
const itemsOf = (tree: DocumentNode[]): Item[] => tree.map(({ id, title, children }) => ({ key: id, title, children: itemsOf(children) }))

/** Shows the tree of help documents and the chosen document. */
export function DocumentPage() {
  const t = useText(text)
  const may = useMay()(documents.edit)
  const queries = useQueryClient()
  const [, setQuery] = useSearchParams()
  const [search, setSearch] = useState('')
  /** The open documents; until the operator opens or closes one, those above the chosen document. */
  const [open, setOpen] = useState<Key[]>()
  const asked = useQuery(asking(documents.tree, {}))
  const tree = asked.data ?? []
  const [id, below] = [usePageKey('id'), usePageKey('below')]
  /** Shows a document, or the form of a new one whose parent is `below`; '' is the top. */
  const show = (next: { id?: string; below?: string }) => setQuery(next)
  const move = useMutation({
    mutationFn: (place: Place & { id: string }) => call(documents.move, place, { missing: 'stay' }),
    onSuccess: () => toast.success(t.moved),
    onSettled: () => queries.invalidateQueries({ queryKey: [documents.tree.path] }),
  })
  const words = search.trim()
  const shown = words ? matching(tree, words) : tree
  const found = id === null ? undefined : findIn(tree, id)
  usePageObject(found?.node.title)
  return (
    <>
      <PageHeader
        title={t.documents}
        actions={
          may && (
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => show({ below: '' })}>
              {t.newRoot}
            </Button>
          )
        }
      />
      <div className="publication-documents">
        <nav className="desk-panel publication-tree" aria-label={t.tree}>
          <Input.Search
            allowClear
            aria-label={t.searchTree}
            placeholder={t.searchTree}
            onChange={(event) => setSearch(event.target.value)}
          />
          {asked.isPending && <Skeleton paragraph={{ rows: 8 }} />}
          {asked.isError && <ErrorState compact onRetry={() => void asked.refetch()} />}
          {asked.data && shown.length === 0 && <p className="desk-quiet">{t.noDocuments}</p>}
          {shown.length > 0 && (
            <Tree
              aria-label={t.tree}
              blockNode
              draggable={may && words === '' ? { icon: false } : false}
              treeData={itemsOf(shown)}
              expandedKeys={words ? idsOf(shown) : (open ?? above(tree, found?.parent_id))}
              onExpand={setOpen}
              selectedKeys={id === null ? [] : [id]}
              onSelect={(_, { node }) => show({ id: node.key })}
              onDrop={({ dragNode, node, dropPosition, dropToGap }) => {
                const at = Number(node.pos.split('-').at(-1))
                const gap = dropToGap ? (dropPosition < at ? 'before' : dropPosition > at ? 'after' : 'before') : 'into'
                const place = placeOfDrop(tree, dragNode.key, node.key, gap)
                if (place) move.mutate({ id: dragNode.key, ...place })
              }}
            />
          )}
          {may && tree.length > 1 && <p className="desk-quiet">{t.dragHint}</p>}
        </nav>
        <section className="desk-panel">
          {id === null && below === null && <p className="desk-quiet">{t.chooseDocument}</p>}
          {below !== null && <DocumentForm key={`below ${below}`} parent_id={below || null} onSaved={(made) => setQuery({ id: made })} />}
          {found && (
            <DocumentForm
              key={found.node.id}
              tree={tree}
              found={found}
              onMove={(place) => move.mutate({ id: found.node.id, ...place })}
              onNew={() => show({ below: found.node.id })}
              onDeleted={() => setQuery({})}
            />
          )}
          {asked.data && id !== null && !found && <p className="desk-quiet">{t.chooseDocument}</p>}
        </section>
      </div>
    </>
  )
}
