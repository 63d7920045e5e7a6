import { check, WorkOrderBandwidth } from '@weft/contract'
import { language, toast, useText } from '@weft/ui'
import { NumberInput } from '@weft/ui/form/NumberInput.tsx'
import { WithSupport } from '@weft/ui/site/WithSupport.tsx'
import { Alert, Checkbox, Form, Radio, Slider } from 'antd'
import { Term } from '../../../shared/help/Term.tsx'
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
  const given = check(WorkOrderBandwidth, draft.bandwidth, language.use(), o.bandwidth)
  if (ticket.pop.length === 0) return <Alert type="info" showIcon title={<WithSupport sentence={t.noPops} />} />
  return (
    <Form layout="vertical" component={false}>
      <Form.Item
        label={
          <>
            {o.pop}
            <Term of="pop_point" />
          </>
        }
        required
        extra={t.popHelp}
      >
        <Checkbox.Group
          className="order-cards"
          role="group"
          aria-label={o.pop}
          value={[...draft.regions]}
          options={ticket.pop.map(({ value, name }) => ({ value, label: name, className: 'order-card' }))}
          // The last one stays: there is no order without a region.
          onChange={(regions) => (regions.length > 0 ? onChange({ regions }) : toast.warning(t.chooseFirst))}
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
      <Form.Item
        label={o.bandwidth}
        required
        {...(given.ok ? {} : { validateStatus: 'error' as const, help: <span role="alert">{given.errors[0]?.msg}</span> })}
      >
        <div className="order-bandwidth">
          <Slider
            min={least}
            max={most}
            marks={Object.fromEntries(ticket.bandwidth.map((mark) => [mark, mark]))}
            value={given.ok ? given.value : least}
            ariaLabelForHandle={o.bandwidth}
            onChange={(bandwidth) => onChange({ bandwidth })}
          />
          <NumberInput
            min={least}
            max={most}
            suffix="Mbit/s"
            aria-label={o.bandwidth}
            aria-invalid={!given.ok}
            value={draft.bandwidth}
            onChange={(bandwidth) => onChange({ bandwidth })}
          />
        </div>
      </Form.Item>
    </Form>
  )
}
