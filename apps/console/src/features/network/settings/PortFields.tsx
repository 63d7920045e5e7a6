import { check, Ipv4Text, plain, PortNumber, refusalText } from '@weft/contract'
import { language, useText } from '@weft/ui'
import { Form, Input } from 'antd'
import * as text from './fixed-port.text.ts'
import type { TypedPort } from './service-port.ts'

const parts = ['public_ip', 'public_port', 'static_port'] as const

const atTop: readonly string[] = []
const none: readonly string[][] = []

interface Props {
  /** Path of the three fields in the form. */
  name?: readonly string[]
  /** All three may be empty. */
  optional?: boolean
  /** Checks a field further. @returns the error */
  also?: (part: (typeof parts)[number]) => string | undefined
  /** Other fields whose change validates these again. */
  beside?: readonly string[][]
}

/** Fields for a public address, its port, and the local port behind it. */
export function PortFields({ name = atTop, optional = false, also, beside = none }: Props) {
  const t = useText(text)
  const spoken = language.use()
  const form = Form.useFormInstance()
  const labels = { public_ip: t.publicIp, public_port: t.publicPort, static_port: t.localPort }
  const problemOf = (part: (typeof parts)[number], given: string | undefined): string | undefined => {
    const typed = plain(given ?? '')
    const values = form.getFieldValue([...name]) as Partial<TypedPort> | undefined
    const some = parts.some((one) => plain(values?.[one] ?? '') !== '')
    if (typed === '' && optional) return some ? refusalText('centerLinkPorts', undefined, spoken) : undefined
    const read = check(part === 'public_ip' ? Ipv4Text : PortNumber, typed, spoken, labels[part])
    return read.ok ? also?.(part) : read.errors[0]?.msg
  }
  return (
    <div className="setting-ports">
      {parts.map((part) => (
        <Form.Item
          key={part}
          name={[...name, part]}
          label={labels[part]}
          dependencies={[...parts.filter((one) => one !== part).map((one) => [...name, one]), ...beside]}
          rules={[
            {
              validator: (_, typed: string | undefined) => {
                const problem = problemOf(part, typed)
                return problem === undefined ? Promise.resolve() : Promise.reject(new Error(problem))
              },
            },
          ]}
        >
          <Input className="weft-mono" autoComplete="off" inputMode={part === 'public_ip' ? 'decimal' : 'numeric'} />
        </Form.Item>
      ))}
    </div>
  )
}
