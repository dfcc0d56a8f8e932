export const adminApiPath = '/api/admin/v1';
