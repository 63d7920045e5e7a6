import { useText } from '@weft/ui'
import { Button } from 'antd'
import * as text from './add-member.text.ts'

interface Props {
  /** The id of the form that 「添加」 submits. */
  form: string
  blocked: boolean
  loading: boolean
  /** Called before 「添加」 submits the form, by click or Enter. */
  onAdd: () => void
  onAddMore: () => void
  onCancel: () => void
}

/** Shows the buttons below the form of a new member. */
export function AddMemberButtons({ form, blocked, loading, onAdd, onAddMore, onCancel }: Props) {
  const t = useText(text)
  return (
    <>
      <Button onClick={onCancel}>{t.cancel}</Button>
      <Button disabled={blocked || loading} onClick={onAddMore}>
        {t.addMore}
      </Button>
      <Button type="primary" htmlType="submit" form={form} disabled={blocked} loading={loading} onClick={onAdd}>
        {t.add}
      </Button>
    </>
  )
}

/** Shows the buttons below an added member. */
export function AddedButtons({ onMore, onDone }: { onMore: () => void; onDone: () => void }) {
  const t = useText(text)
  return (
    <>
      <Button onClick={onMore}>{t.more}</Button>
      <Button type="primary" onClick={onDone}>
        {t.done}
      </Button>
    </>
  )
}
