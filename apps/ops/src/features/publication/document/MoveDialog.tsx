import type { DocumentNode } from '@weft/contract'
import { useText } from '@weft/ui'
import { Form, Modal, Select, TreeSelect } from 'antd'
import { useState } from 'react'
import * as text from '../publication.text.ts'
import { findIn, type Found, type Place, without } from './document-tree.ts'

interface Props {
  tree: DocumentNode[]
  found: Found
  onMove: (place: Place) => void
  onClose: () => void
}
/** No document has this id. */
const TOP = ''

/** Chooses a document's new place without a mouse. */
export function MoveDialog({ tree, found, onMove, onClose }: Props) {
  const t = useText(text)
  const [parent, setParent] = useState(found.parent_id ?? TOP)
  const [position, setPosition] = useState(found.position)
  const rest = without(tree, found.node.id)
  const siblings = parent === TOP ? rest : (findIn(rest, parent)?.node.children ?? [])
  return (
    <Modal
      open
      title={t.moveTitle}
      okText={t.move}
      cancelText={t.cancel}
      onOk={() => onMove({ parent_id: parent === TOP ? null : parent, position })}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={t.parent} htmlFor="move-parent">
          <TreeSelect
            id="move-parent"
            value={parent}
            treeData={[{ id: TOP, title: t.topLevel, children: [] }, ...rest]}
            fieldNames={{ value: 'id', label: 'title', children: 'children' }}
            showSearch
            treeNodeFilterProp="title"
            treeDefaultExpandAll
            onChange={(next) => {
              setParent(next)
              setPosition(0)
            }}
          />
        </Form.Item>
        <Form.Item label={t.place} htmlFor="move-place">
          <Select
            id="move-place"
            value={Math.min(position, siblings.length)}
            options={[{ value: 0, label: t.first }, ...siblings.map(({ title }, at) => ({ value: at + 1, label: t.after(title) }))]}
            onChange={setPosition}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
