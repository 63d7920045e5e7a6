import { StarFilled, StarOutlined } from '@ant-design/icons'
import { useText } from '@weft/ui'
import { useId } from 'react'
import * as text from './ticket-detail.text.ts'

const grades = [1, 2, 3, 4, 5] as const
export type Grade = (typeof grades)[number]

interface Props {
  value?: Grade
  onChange?: (grade: Grade) => void
}

/** Shows one to five stars to choose from, as radio buttons with one tab stop. */
export function Stars({ value, onChange }: Props) {
  const t = useText(text)
  const name = useId()
  return (
    <fieldset className="ticket-stars">
      <legend className="weft-hidden">{t.grade}</legend>
      {grades.map((grade) => (
        <label key={grade} className={value !== undefined && grade <= value ? 'ticket-star ticket-star-on' : 'ticket-star'}>
          <input type="radio" className="weft-hidden" name={name} checked={grade === value} onChange={() => onChange?.(grade)} />
          {value !== undefined && grade <= value ? <StarFilled aria-hidden /> : <StarOutlined aria-hidden />}
          <span className="weft-hidden">{t.star(grade, t.grades[grade])}</span>
        </label>
      ))}
      {value !== undefined && (
        <span className="ticket-star-word" aria-hidden="true">
          {t.grades[value]}
        </span>
      )}
    </fieldset>
  )
}

/** Shows a grade that was given. */
export function GradeText({ grade }: { grade: number }) {
  const t = useText(text)
  const word = t.grades[grade as Grade]
  return (
    <span className="ticket-stars" role="img" aria-label={t.star(grade, word)}>
      {grades.map((one) => (
        <span key={one} className={one <= grade ? 'ticket-star ticket-star-on' : 'ticket-star'}>
          {one <= grade ? <StarFilled aria-hidden /> : <StarOutlined aria-hidden />}
        </span>
      ))}
      <span className="ticket-star-word">{word}</span>
    </span>
  )
}
