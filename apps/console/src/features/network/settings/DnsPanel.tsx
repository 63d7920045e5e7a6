import { check, contract, Ipv4Text, plain } from '@weft/contract'
import { dnsLimitProblem, problemText, repeatedDns } from '@weft/network-rules'
import { useQuery } from '@tanstack/react-query'
import { asking, language, useText } from '@weft/ui'
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import * as text from './dns.text.ts'
import type { PanelProps } from './panel-props.ts'
import { SettingDrawer } from './SettingDrawer.tsx'

interface Fields {
  dns: string[]
}

/** Edits the DNS servers that members receive. */
export function DnsPanel(panel: PanelProps) {
  const t = useText(text)
  const spoken = language.use()
  const [form] = Form.useForm<Fields>()
  const { dns_quantity: most } = useQuery(asking(contract.network.config, {}, { quiet: true })).data ?? {}
  const [initial] = useState<Fields>(() => ({ dns: panel.network.network_dns.length > 0 ? panel.network.network_dns : [''] }))
  return (
    <SettingDrawer
      {...panel}
      title={[t.edit, t.dns]}
      saves="dns"
      form={form}
      initial={initial}
      // A single field that is left empty means no DNS server.
      inputOf={({ dns }) => ({ dns: dns.map(plain).filter((address) => address !== '') })}
      fromDraft={(of) => {
        const { dns } = of('dns') ?? {}
        return dns && { dns: dns.length > 0 ? dns : [''] }
      }}
      verb={t.saveAndPush}
    >
      <Form.List name="dns">
        {(fields, { add, remove }) => {
          const full = most === undefined ? undefined : dnsLimitProblem(fields.length + 1, most)
          return (
            <>
              {fields.map(({ key, name }) => (
                <Form.Item key={key} label={t.dnsOf(name + 1)} htmlFor={`dns-${key}`} required>
                  <span className="setting-row">
                    <Form.Item
                      name={name}
                      noStyle
                      rules={[
                        {
                          validator: async (_, typed: string | undefined) => {
                            const address = plain(typed ?? '')
                            const others = (form.getFieldValue('dns') as (string | undefined)[]).filter((_, i) => i !== name)
                            if (address === '' && others.length === 0) return
                            const read = check(Ipv4Text, address, spoken, t.dns)
                            if (!read.ok) throw new Error(read.errors[0]!.msg)
                            // The edited row comes last, so that it is the one reported as a repetition.
                            const twice = repeatedDns([...others.map((other) => plain(other ?? '')), address]).at(-1)
                            if (twice?.where.index === others.length) throw new Error(problemText(twice, spoken))
                          },
                        },
                      ]}
                    >
                      <Input id={`dns-${key}`} className="weft-mono" autoComplete="off" inputMode="decimal" placeholder="223.5.5.5" />
                    </Form.Item>
                    {fields.length > 1 && (
                      <Button
                        type="text"
                        icon={<DeleteOutlined aria-hidden />}
                        aria-label={t.removeOf(t.dnsOf(name + 1))}
                        onClick={() => remove(name)}
                      />
                    )}
                  </span>
                </Form.Item>
              ))}
              {most !== undefined && !full && (
                <Button type="dashed" icon={<PlusOutlined aria-hidden />} onClick={() => add('')}>
                  {t.add}
                </Button>
              )}
              {full && <p className="setting-help">{problemText(full, spoken)}</p>}
            </>
          )
        }}
      </Form.List>
    </SettingDrawer>
  )
}
