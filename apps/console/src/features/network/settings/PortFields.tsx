import { Ipv4Text } from '@weft/contract'
import { rule, useText } from '@weft/ui'
import { Form, Input } from 'antd'
import * as text from './fixed-port.text.ts'
import { isPort, type TypedPort } from './service-port.ts'

const parts = ['public_ip', 'public_port', 'static_port'] as const

const atTop: readonly string[] = []
const none: readonly string[][] = []

interface Props {
  /** Where in the form the three are. */
  name?: readonly string[]
  /** Empty all three is a choice as well. */
  optional?: boolean
  /** What else a field must be. @returns what is wrong */
  also?: (part: (typeof parts)[number]) => string | undefined
  /** Fields by whose change these are judged again. */
  beside?: readonly string[][]
}

/** A public address, its port, and the port behind it. */
export function PortFields({ name = atTop, optional = false, also, beside = none }: Props) {
  const t = useText(text)
  const form = Form.useFormInstance()
  const labels = { public_ip: t.publicIp, public_port: t.publicPort, static_port: t.localPort }
  const problemOf = async (part: (typeof parts)[number], asked: object, given: string | undefined): Promise<string | undefined> => {
    const typed = given?.trim() ?? ''
    const values = form.getFieldValue([...name]) as Partial<TypedPort> | undefined
    const some = parts.some((one) => values?.[one]?.trim())
    if (typed === '') return optional ? (some ? t.together : undefined) : t.missing(labels[part])
    if (part !== 'public_ip') return isPort(typed) ? also?.(part) : t.range
    await rule(Ipv4Text, t.publicIp).validator?.(asked, typed, () => {})
    return also?.(part)
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
              validator: async (asked, typed: string | undefined) => {
                const problem = await problemOf(part, asked, typed)
                if (problem) throw new Error(problem)
              },
            },
          ]}
        >
          <Input
            className="weft-mono"
            autoComplete="off"
            inputMode={part === 'public_ip' ? 'decimal' : 'numeric'}
            {...(part === 'public_ip' ? {} : { maxLength: 6 })}
          />
        </Form.Item>
      ))}
    </div>
  )
}
