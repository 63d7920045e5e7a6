import { type Permission, type RolePreset, rolePresets } from '@weft/contract'
import { language, useText } from '@weft/ui'
import { Button } from 'antd'
import * as text from './role.text.ts'

/** Offers roles that many accounts need; one press fills in the rights of one. */
export function Presets({ onChoose }: { onChoose: (rights: readonly Permission[], name: string) => void }) {
  const t = useText(text)
  const spoken = language.use()
  return (
    <div className="role-presets" role="group" aria-label={t.presets}>
      <span>{t.presets}</span>
      {(Object.keys(rolePresets) as RolePreset[]).map((preset) => (
        <Button key={preset} size="small" onClick={() => onChoose(rolePresets[preset].rights, rolePresets[preset].name[spoken])}>
          {rolePresets[preset].name[spoken]}
        </Button>
      ))}
    </div>
  )
}
