import { NOTE_MAX } from '@weft/contract'
import { counted } from '@weft/ui/form/counted.ts'
import { Input, type InputProps } from 'antd'

const LENGTH = counted(NOTE_MAX)

/** The input of a member's note, which shows its length and the maximum. */
export const NoteInput = (props: InputProps) => <Input autoComplete="off" count={LENGTH} {...props} />
