import { ImageCode as ImageCodeRule } from '@weft/contract'
import { rule, useText } from '@weft/ui'
import { Button, Form, Progress } from 'antd'
import { useId } from 'react'
import { ImageCodeInput } from './ImageCodeInput.tsx'
import type { ImageCode } from './use-image-code.ts'
import * as text from './verification.text.ts'
import './verification.css'

interface Props {
  image: ImageCode
  /** The form's field for the typed code. */
  name: 'code' | 'img_code'
}

const percentOf = (share: number) => Math.round(share * 100)

/** A form's field for an image code, with an alternative: for users who cannot read the picture the browser computes a proof. */
export function ImageCodeItem({ image, name }: Props) {
  const t = useText(text)
  const note = useId()
  const { seen, share } = image
  const state = share === undefined ? t.workLater : share < 1 ? t.working(percentOf(share)) : t.workDone
  return (
    <div className="verification-picture">
      {seen ? (
        <Form.Item name={name} label={t.imageCode} validateTrigger="onSubmit" rules={[rule(ImageCodeRule, t.imageCodeField)]}>
          <ImageCodeInput image={image} />
        </Form.Item>
      ) : (
        <Form.Item label={t.workLabel}>
          <Progress percent={percentOf(share ?? 0)} aria-labelledby={note} showInfo={false} />
        </Form.Item>
      )}
      {(!seen || share !== undefined) && (
        <p id={note} className="verification-hint">
          {state}
        </p>
      )}
      <span className="weft-hidden" role="status">
        {share === undefined ? '' : share < 1 ? t.workingQuarter(Math.floor(share * 4) * 25) : t.workDone}
      </span>
      <Button type="link" size="small" className="verification-other" onClick={image.change}>
        {seen ? t.workInstead : t.pictureInstead}
      </Button>
    </div>
  )
}
