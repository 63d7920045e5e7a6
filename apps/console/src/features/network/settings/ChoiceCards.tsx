import { Radio } from 'antd'

interface Props<T extends string | number> {
  options: readonly { value: T; label: string; text: string }[]
  'aria-label'?: string
  id?: string
  value?: T
  onChange?: (value: T) => void
}

/** Radio buttons as cards, each with an explanation. */
export function ChoiceCards<T extends string | number>({ options, value, onChange, id, ...named }: Props<T>) {
  return (
    <Radio.Group
      {...named}
      {...(id ? { id } : {})}
      className="setting-choices"
      value={value}
      onChange={(event) => onChange?.(event.target.value)}
    >
      {options.map(({ value: one, label, text }) => (
        <Radio key={one} value={one} className={one === value ? 'setting-choice setting-choice-on' : 'setting-choice'}>
          <strong>{label}</strong>
          <span>{text}</span>
        </Radio>
      ))}
    </Radio.Group>
  )
}
