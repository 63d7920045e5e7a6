import { userEvent } from '@testing-library/user-event'

/** Who uses a page in a test. Presses what is there even while a list or a dialog still moves in: jsdom may leave a motion half done. */
export const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })
