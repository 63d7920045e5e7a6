import { CloseOutlined } from '@ant-design/icons'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import type { Picture } from '../parts/ImagePreview.tsx'
import * as text from './picture.text.ts'
import './picture.css'

const ImagePreview = lazy(() => import('../parts/ImagePreview.tsx'))

interface Props {
  pictures: readonly Picture[]
  /** The name of the list. */
  label: string
  /** Set if pictures can be removed. */
  onRemove?: (at: number) => void
  /** Further list items. */
  after?: ReactNode
}

/** Shows small pictures, each of which opens large. They are loaded as they come into view. */
export function PictureRow({ pictures, label, onRemove, after }: Props) {
  const t = useText(text)
  const [large, setLarge] = useState<number>()
  return (
    <>
      <ul className="weft-picture-row" aria-label={label}>
        {pictures.map(({ src, alt }, at) => (
          <li key={src} className="weft-picture">
            <button type="button" className="weft-picture-open" aria-label={t.enlarge(alt)} onClick={() => setLarge(at)}>
              <img src={src} alt="" loading="lazy" decoding="async" width={96} height={96} />
            </button>
            {onRemove && (
              <button type="button" className="weft-picture-remove" aria-label={t.remove(at + 1)} onClick={() => onRemove(at)}>
                <CloseOutlined aria-hidden />
              </button>
            )}
          </li>
        ))}
        {after}
      </ul>
      {large !== undefined && (
        <Suspense>
          <ImagePreview pictures={[...pictures]} at={large} onMove={setLarge} onClosed={() => setLarge(undefined)} />
        </Suspense>
      )}
    </>
  )
}
