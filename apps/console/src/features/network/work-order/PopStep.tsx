import { useText } from '@weft/ui'
import { Alert, Checkbox, Form, InputNumber, Radio, Slider } from 'antd'
import * as text from './work-order-create.text.ts'
import type { Draft, OrderOptions } from './work-order-draft.ts'
import * as orderText from './work-order.text.ts'

interface Props {
  draft: Draft
  options: OrderOptions
  onChange: (change: Partial<Pick<Draft, 'regions' | 'years' | 'bandwidth'>>) => void
}

/** Asks for regions, term and bandwidth. */
export function PopStep({ draft, options: { ticket }, onChange }: Props) {
  const t = useText(text)
  const o = useText(orderText)
  const [least, most] = [Math.min(...ticket.bandwidth), Math.max(...ticket.bandwidth)]
  if (ticket.pop.length === 0) return <Alert type="info" showIcon title={t.noPops} />
  return (
    <Form layout="vertical" component={false}>
      <Form.Item label={o.pop} required extra={t.popHelp}>
        <Checkbox.Group
          className="order-cards"
          role="group"
          aria-label={o.pop}
          value={[...draft.regions]}
          options={ticket.pop.map(({ value, name }) => ({ value, label: name, className: 'order-card' }))}
          onChange={(regions) => onChange({ regions })}
        />
      </Form.Item>
      <Form.Item label={o.term} required>
        <Radio.Group
          optionType="button"
          aria-label={o.term}
          value={draft.years}
          options={ticket.expired_time.map(({ value }) => ({ value, label: o.years(value) }))}
          onChange={({ target }) => onChange({ years: target.value as number })}
        />
      </Form.Item>
      <Form.Item label={o.bandwidth} required>
        <div className="order-bandwidth">
          <Slider
            min={least}
            max={most}
            marks={Object.fromEntries(ticket.bandwidth.map((mark) => [mark, mark]))}
            value={draft.bandwidth}
            ariaLabelForHandle={o.bandwidth}
            onChange={(bandwidth) => onChange({ bandwidth })}
          />
          <InputNumber
            min={least}
            max={most}
            precision={0}
            suffix="Mbit/s"
            aria-label={o.bandwidth}
            value={draft.bandwidth}
            onChange={(bandwidth) => bandwidth !== null && onChange({ bandwidth })}
          />
        </div>
      </Form.Item>
    </Form>
  )
}
