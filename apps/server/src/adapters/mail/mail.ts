/** A letter to send. */
export interface Mail {
  /** The same at every try, so that a receiver can recognize a repetition. */
  id: string
  to: string
  subject: string
  text: string
  html: string
}

export interface Mailer {
  /** @throws SendFailure */
  send(mail: Mail): Promise<void>
  close(): void
}
