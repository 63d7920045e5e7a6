import { NOTE_MAX } from '@weft/contract'
import { counted } from '@weft/ui/form/counted.ts'
import { Input, type InputProps } from 'antd'

const LENGTH = counted(NOTE_MAX)

/** The field of a member's note, with how long it is and may be. */
export const NoteInput = (props: InputProps) => <Input autoComplete="off" count={LENGTH} {...props} />
