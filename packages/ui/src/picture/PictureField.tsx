import { LoadingOutlined, PlusOutlined } from '@ant-design/icons'
import { Tooltip } from 'antd'
import { useId, useRef } from 'react'
import { useText } from '../i18n/use-text.ts'
import * as text from './picture.text.ts'
import { PictureRow } from './PictureRow.tsx'
import type { Pictures } from './use-pictures.ts'
import './picture.css'

/** Shows the pictures of a form, with the button that adds one. The element around the form takes `pictures.taking` as props. */
export function PictureField({ pictures }: { pictures: Pictures }) {
  const t = useText(text)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { items, most, size, problem, over } = pictures
  const full = items.length >= most
  const ready = items.filter(({ sent }) => sent)
  return (
    <div className={over ? 'weft-pictures weft-pictures-over' : 'weft-pictures'}>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept="image/png,image/gif,image/jpeg"
        onChange={(event) => {
          pictures.add(event.target.files ?? [])
          // Choosing the same file again must count as a choice too.
          event.target.value = ''
        }}
      />
      <PictureRow
        label={t.chosen}
        pictures={pictures.sent.map(({ src }, at) => ({ src, alt: t.picture(at + 1) }))}
        after={items
          .filter(({ sent }) => !sent)
          .map(({ key, name }) => (
            <li key={key} className="weft-picture weft-picture-sending" role="status" aria-label={t.sending(name)}>
              <LoadingOutlined aria-hidden />
            </li>
          ))}
        onRemove={(at) => {
          pictures.remove(ready[at]!.key)
          button.current?.focus()
        }}
      />
      {/* The disabled button can still take the focus, so that it can explain why. */}
      <Tooltip title={full ? t.tooMany(most) : undefined} trigger={['hover', 'focus']}>
        <button
          ref={button}
          type="button"
          className="weft-picture-add"
          aria-describedby={`${id}-hint${problem ? ` ${id}-problem` : ''}`}
          aria-disabled={full}
          onClick={() => !full && input.current?.click()}
        >
          <PlusOutlined aria-hidden />
          {t.add}
        </button>
      </Tooltip>
      <p id={`${id}-hint`} className="weft-pictures-hint">
        {t.hint(most, size)}
      </p>
      {problem && (
        <p id={`${id}-problem`} className="weft-pictures-problem">
          {problem}
        </p>
      )}
    </div>
  )
}
