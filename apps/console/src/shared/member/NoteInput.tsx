import { NOTE_MAX } from '@weft/contract'
import { Input, type InputProps } from 'antd'

/** Characters, not UTF-16 units, as the contract counts. */
const counted = { show: true, max: NOTE_MAX, strategy: (value: string) => [...value].length }

/** The field of a member's note, with how long it is and may be. */
export const NoteInput = (props: InputProps) => <Input autoComplete="off" count={counted} {...props} />
