import { useText } from '@weft/ui'
import { Input, type InputProps } from 'antd'
import * as text from './verification.text.ts'
import type { ImageCode } from './use-image-code.ts'
import './verification.css'

/** The field for the four characters of an image code, next to its picture. The picture is a button that loads another. */
export function ImageCodeInput({ image, ...input }: { image: ImageCode } & InputProps) {
  const t = useText(text)
  return (
    <div className="verification-code">
      <Input {...input} autoComplete="off" autoCapitalize="off" spellCheck={false} />
      <button type="button" className="verification-image" aria-label={t.imageRenew} title={t.imageRenew} onClick={image.renew}>
        {image.failed ? t.imageFailed : image.content && <img src={image.content} alt={t.imageAlt} width={118} height={38} />}
      </button>
    </div>
  )
}
