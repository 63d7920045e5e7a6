import { toast, useDialog, useText } from '@weft/ui'
import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { useRef } from 'react'
import { Toolbar } from './Toolbar.tsx'
import * as text from './editor.text.ts'
import { extensions } from './extensions.ts'
import { LinkDialog } from './LinkDialog.tsx'
import { pictureAddress, PictureProblem } from './picture.ts'
import { PictureDialog } from './PictureDialog.tsx'
import '@weft/ui/parts/rich-text.css'
import './editor.css'

interface Props {
  /** The initial HTML; '' is empty. The editor keeps its own state afterwards. */
  value?: string
  onChange?: (html: string) => void
  /** The id of the form's field. */
  id?: string
  label: string
}

/** Shows an editor of HTML that the server keeps unchanged. A form field: `value` and `onChange`. */
export default function RichEditor({ value = '', onChange, id, label }: Props) {
  const t = useText(text)
  const link = useDialog<{ href: string }>()
  const picture = useDialog<{ src: string }>()
  const toolbar = useRef<HTMLDivElement>(null)

  const insert = async (file: File) => {
    try {
      picture.show({ src: await pictureAddress(file) })
    } catch (problem) {
      toast.error(problem instanceof PictureProblem && problem.why === 'large' ? t.pictureLarge : t.pictureWrong)
    }
  }
  /** Inserts a picture that is pasted or dropped; a copied text that includes a picture is pasted as text. */
  const taken = (data: DataTransfer | null): boolean => {
    const [file] = data?.types.includes('text/html') ? [] : [...(data?.files ?? [])]
    if (!file) return false
    void insert(file)
    return true
  }
  const editor = useEditor({
    extensions,
    content: value,
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, 'aria-keyshortcuts': 'Alt+F10', class: 'weft-rich' },
      handlePaste: (_, event) => taken(event.clipboardData),
      handleDrop: (_, event) => taken(event.dataTransfer),
      handleKeyDown: (_, event) => {
        if (event.key !== 'F10' || !event.altKey) return false
        toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
        return true
      },
    },
    onUpdate: ({ editor: now }) => onChange?.(now.isEmpty ? '' : now.getHTML()),
  })
  return (
    // The form focuses the element with the field's id, and this one passes the focus on to the text.
    <div id={id} className="desk-editor" tabIndex={-1} onFocus={(event) => event.target === event.currentTarget && editor.commands.focus()}>
      <Toolbar ref={toolbar} editor={editor} onLink={() => link.show({ href: linkOf(editor) })} onPicture={(file) => void insert(file)} />
      <EditorContent editor={editor} />
      <p className="desk-editor-keys">{t.keys}</p>
      {link.subject && (
        <LinkDialog
          href={link.subject.href}
          onSet={(href) => {
            link.close()
            setLink(editor, href)
          }}
          onClose={link.close}
        />
      )}
      {picture.subject && (
        <PictureDialog
          src={picture.subject.src}
          onInsert={(shown) => {
            picture.close()
            editor.chain().focus().setImage(shown).run()
          }}
          onClose={picture.close}
        />
      )}
    </div>
  )
}

const linkOf = (editor: Editor): string => String(editor.getAttributes('link').href ?? '')

/** Sets or, for '', removes the link; with no text selected the address becomes the link's text. */
function setLink(editor: Editor, href: string): void {
  const chain = editor.chain().focus().extendMarkRange('link')
  if (href === '') chain.unsetLink().run()
  else if (editor.state.selection.empty && linkOf(editor) === '')
    chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
  else chain.setLink({ href }).run()
}
