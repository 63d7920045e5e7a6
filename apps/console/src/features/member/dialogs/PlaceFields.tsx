import { citiesOf, greatRegionNames, greatRegions, provincesOf } from '@weft/contract'
import { language, useText } from '@weft/ui'
import { Form, Select } from 'antd'
import * as text from './label.text.ts'

/** The fields of a place: a province by its great region, and one of its cities. @param none what an empty province says */
export function PlaceFields({ none }: { none: string }) {
  const t = useText(text)
  const spoken = language.use()
  const form = Form.useFormInstance<{ province?: string; city?: string }>()
  const province = Form.useWatch('province', form) ?? ''
  const cities = citiesOf(province)
  return (
    <div className="label-place">
      <Form.Item name="province" label={t.province}>
        <Select
          allowClear
          showSearch
          placeholder={none}
          options={greatRegions.map((region) => ({
            label: greatRegionNames[region][spoken],
            options: provincesOf(region).map((name) => ({ value: name, label: name })),
          }))}
          // A municipality is its own only city.
          onChange={(name?: string) => form.setFieldValue('city', citiesOf(name ?? '').length === 1 ? name : undefined)}
        />
      </Form.Item>
      <Form.Item name="city" label={t.city}>
        <Select
          allowClear
          showSearch
          notFoundContent={t.provinceFirst}
          placeholder={t.noPlace}
          options={cities.map((name) => ({ value: name, label: name }))}
        />
      </Form.Item>
    </div>
  )
}
