import { check, contract, Ipv4Text } from '@weft/contract'
import { parseIpv4 } from '@weft/net'
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

/** The DNS servers that members are given. */
export function DnsPanel(panel: PanelProps) {
  const t = useText(text)
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
      // One field that was left empty stands for none.
      inputOf={({ dns }) => ({ dns: dns.map((address) => address.trim()).filter((address) => address !== '') })}
      verb={t.saveAndPush}
    >
      <Form.List name="dns">
        {(fields, { add, remove }) => (
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
                          const address = typed?.trim() ?? ''
                          const others = (form.getFieldValue('dns') as (string | undefined)[]).filter((_, i) => i !== name)
                          if (address === '' && others.length === 0) return
                          if (address === '') throw new Error(t.missing)
                          if ((parseIpv4(address) ?? 0) < 2 ** 24) throw new Error(t.wrong)
                          const told = check(Ipv4Text, address, language.get(), 'DNS')
                          if (!told.ok) throw new Error(told.errors[0]!.msg)
                          if (others.some((other) => other?.trim() === address)) throw new Error(t.twice)
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
            {most !== undefined && fields.length < most && (
              <Button type="dashed" icon={<PlusOutlined aria-hidden />} onClick={() => add('')}>
                {t.add}
              </Button>
            )}
            {most !== undefined && fields.length >= most && <p className="setting-help">{t.most(most)}</p>}
          </>
        )}
      </Form.List>
    </SettingDrawer>
  )
}
