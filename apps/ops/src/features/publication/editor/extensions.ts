import { Image } from '@tiptap/extension-image'
import { TableCell, TableHeader, TableKit } from '@tiptap/extension-table'
import { StarterKit } from '@tiptap/starter-kit'
import { isLink } from './link.ts'

/** The server keeps the attribute and drops styles. */
const align = {
  default: null,
  parseHTML: (element: HTMLElement) => element.getAttribute('align'),
  renderHTML: ({ align: value }: Record<string, unknown>) => (value ? { align: value } : {}),
}

/** The elements that a text may contain, which are those that the server keeps. */
export const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: { openOnClick: false, isAllowedUri: isLink, HTMLAttributes: { target: null, rel: null } },
  }),
  Image.extend({
    // The server drops pictures of other sites, which a pasted text may contain.
    parseHTML: () => [{ tag: 'img[src^="data:image/"]' }, { tag: 'img[src^="/download/files/"]' }],
  }).configure({ inline: true, allowBase64: true }),
  TableKit.configure({ tableCell: false, tableHeader: false, table: { resizable: false } }),
  TableCell.extend({
    addAttributes() {
      return { ...this.parent?.(), align }
    },
  }),
  TableHeader.extend({
    addAttributes() {
      return { ...this.parent?.(), align }
    },
  }),
]
