/**
 * Room member/device: the stock of devices, and the credentials with which members and POPs sign in to the controller.
 * Tables: device, member_credential, pop_credential.
 * Called by: gateway, member, ops.
 * Always: a device has at most one holder, and a credential is stored as a digest.
 */
/** Reads and writes the stock of devices: who has which, and whether it was activated. */
export {
  activateDevice,
  findDevice,
  giveDevice,
  insertDevices,
  lockDevice,
  namesTaken,
  requestOfDevice,
  returnDevice,
  takeDeviceBack,
  writeDevice,
} from './device.queries.ts'
