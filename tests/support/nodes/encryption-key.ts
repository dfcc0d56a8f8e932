/** Random but fixed: production servers refuse a key of repeated bytes. */
export const testEncryptionKeyText = '9p7hL1zq0mJr5T0cP8yqf2bX3uVd6wKsE4nGjAoYt1I=';

export const testEncryptionKey = {
  current: new Uint8Array(Buffer.from(testEncryptionKeyText, 'base64')),
  old: [],
};
