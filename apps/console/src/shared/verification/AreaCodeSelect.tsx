import { DEFAULT_AREA_CODE, type Region, regions } from '@weft/contract'
import { language, useText } from '@weft/ui'
import { Select, type SelectProps } from 'antd'
import { useState } from 'react'
import { matchesRegion, regionNamed, regionOf } from './area-code.ts'
import * as text from './verification.text.ts'
import './verification.css'

interface Props extends Pick<SelectProps, 'id' | 'disabled' | 'size'> {
  /** A dial code, without `+`. */
  value?: string
  onChange?: (dialCode: string) => void
}

/** Ranks regions: for `+1` the United States, then other regions with this code, then regions whose codes begin with it. */
function rankOf(region: Region, typed: string): number {
  if (region.dialCode !== typed.trim().replace('+', '')) return 2
  return region === regionOf(region.dialCode) ? 0 : 1
}

const POPUP_WIDTH = 300

/** Chooses a dial code by its region. Regions that share a code are separate entries. */
export function AreaCodeSelect({ value = DEFAULT_AREA_CODE, onChange, ...select }: Props) {
  const t = useText(text)
  const english = language.use() === 'en'
  const [chosen, setChosen] = useState<Region>()
  const region = chosen?.dialCode === value ? chosen : regionOf(value)
  const nameOf = ({ name, CNName }: Region) => (english ? name : CNName)
  const named = (region: Region, className: string) => (
    <span className={className}>
      <span>{nameOf(region)}</span>
      <span>+{region.dialCode}</span>
    </span>
  )
  return (
    <Select
      {...select}
      aria-label={t.areaCode}
      value={region?.value ?? null}
      options={regions.map((region) => ({ value: region.value, label: `${nameOf(region)} +${region.dialCode}`, region }))}
      showSearch={{
        filterOption: (typed, option) => option !== undefined && matchesRegion(option.region, typed),
        filterSort: (one, other, { searchValue }) => rankOf(one.region, searchValue) - rankOf(other.region, searchValue),
      }}
      onChange={(next: string | null) => {
        const region = regionNamed(next ?? '')
        setChosen(region)
        if (region) onChange?.(region.dialCode)
      }}
      labelRender={() => region && named(region, 'verification-region verification-region-shown')}
      optionRender={({ data }) => named(data.region, 'verification-region')}
      notFoundContent={t.noRegion}
      // Next to the field instead of at the end of the page: inside its landmark, and above a dialog that contains it.
      getPopupContainer={(select) => select.parentElement ?? document.body}
      popupMatchSelectWidth={POPUP_WIDTH}
    />
  )
}
