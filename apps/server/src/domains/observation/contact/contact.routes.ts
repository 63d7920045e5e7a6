import type { contract } from '@weft/contract'
import type { Handlers } from '../../../http/implement.ts'
import { type ContactService, createContact, deleteContact, editContact, findContact, listContacts } from './contact.service.ts'

export const contactRoutes = (contacts: ContactService): Handlers<typeof contract.contacts> => ({
  lists: ({ db, input }) => listContacts(db, input),
  info: ({ db, input }) => findContact(db, input),
  create: ({ db, actor, input }) => createContact(db, actor, input),
  edit: ({ db, actor, input }) => editContact(db, actor, input),
  delete: ({ db, actor, input }) => deleteContact(db, actor, input),
  send_validate_email: ({ db, actor, input, caller }) => contacts.askValidation(db, actor, input, caller.language),
  validate_email: ({ input }) => contacts.validateEmail(input),
})
