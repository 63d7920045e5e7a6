import type { ClientVersions } from '@weft/contract'
import { linuxKinds } from '@weft/contract'
import { useText } from '@weft/ui'
import { Segmented, Select } from 'antd'
import { useViewParams } from '@weft/ui/frame/use-view-params.ts'
import * as text from './download.text.ts'
import { linuxChoice } from './linux-choice.ts'
import { PackageFacts } from './PackageFacts.tsx'
import { platformName } from './platform-names.ts'

/** Shows the packages for Linux; the address keeps the kind and the distribution. */
export function LinuxFacts({ linux }: { linux: ClientVersions['linux'] }) {
  const t = useText(text)
  const [params, setParams] = useViewParams()
  const { kinds, kind, packages, chosen } = linuxChoice(linux, { kind: params.get('kind'), platform: params.get('platform') })
  const choose = (wish: Record<string, string>) =>
    setParams((now) => {
      for (const [name, value] of Object.entries(wish)) now.set(name, value)
    })
  if (!chosen) return null
  return (
    <>
      <div className="download-choice">
        <Segmented
          aria-label={t.kind}
          value={kind}
          options={linuxKinds.map((value) => ({ value, label: t.kinds[value], disabled: !kinds.includes(value) }))}
          onChange={(value) => choose({ kind: value })}
        />
        <Select
          className="download-platform"
          aria-label={t.platform}
          value={chosen.platform}
          options={packages.map(({ platform }) => ({ value: platform, label: platformName(platform) }))}
          onChange={(platform) => choose({ kind, platform })}
        />
      </div>
      <PackageFacts key={chosen.id} name={`Linux ${t.kinds[kind]} ${platformName(chosen.platform)}`} version={chosen} />
    </>
  )
}
