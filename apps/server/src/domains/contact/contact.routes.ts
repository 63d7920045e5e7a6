import type { contract } from '@weft/contract'
import type { Handlers } from '../../http/implement.ts'
import type { ContactService } from './contact.service.ts'

export const contactRoutes = (contacts: ContactService): Handlers<typeof contract.contacts> => ({
  validate_email: ({ input }) => contacts.validateEmail(input),
})
