import { contract, TICKET_FILE_BYTES, TICKET_FILES_MAX, type TicketPicture } from '@weft/contract'
import { call } from '@weft/ui'
import { usePictures } from '@weft/ui/picture/use-pictures.ts'

interface Options {
  /** The pictures that the form starts with: those of a draft. */
  first?: readonly TicketPicture[]
  /** Called with all uploaded pictures when one was added or removed. */
  onChange?: (pictures: TicketPicture[]) => void
}

/** Returns the pictures in the form of a ticket or a reply, and their actions. Each picture is uploaded as soon as it is chosen. */
export const useTicketPictures = (options: Options = {}) =>
  usePictures({
    upload: (file) => call(contract.supportTickets.upload_file, {}, { file, missing: 'stay' }),
    most: TICKET_FILES_MAX,
    max_bytes: TICKET_FILE_BYTES,
    ...options,
  })
