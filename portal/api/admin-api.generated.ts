// Written by `npm run generate` from the document of the admin API.

export interface paths {
    "/api/admin/v1/sign-in": {
        /**
         * Sign in with a work account
         * @description For browsers: redirects to the identity provider and back, then to `returnTo`.
         */
        get: operations["signIn"];
    };
    "/api/admin/v1/sign-in/link": {
        /**
         * Sign in by a one-time link
         * @description For browsers. The demo prints such a link when it starts.
         */
        get: operations["signInByLink"];
    };
    "/api/admin/v1/me": {
        /** Read the signed-in person with workspaces and permissions */
        get: operations["readMe"];
    };
    "/api/admin/v1/sign-out": {
        /**
         * Sign out
         * @description Ends the session, or with `everywhere` every session of the person on all devices.
         */
        post: operations["signOut"];
    };
    "/api/admin/v1/me/sessions": {
        /** List your sessions */
        get: operations["listSessions"];
    };
    "/api/admin/v1/me/sessions/{sessionId}": {
        /** End one of your sessions */
        delete: operations["endSession"];
    };
    "/api/admin/v1/me/mail-preferences": {
        /** Read which mails you get */
        get: operations["readMailPreferences"];
    };
    "/api/admin/v1/me/mail-preferences/{memberId}": {
        /**
         * Choose which mails you get
         * @description By your member id in the workspace.
         */
        put: operations["changeMailPreferences"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/overview": {
        /** Read the overview of a workspace */
        get: operations["readOverview"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/getting-started": {
        /**
         * Read the steps to the first sale
         * @description From an empty workspace to a call by an application and a purchase at the marketplace.
         */
        get: operations["readGettingStarted"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/search": {
        /**
         * Search a workspace
         * @description Tenants by id, a part of the organisation’s name, the beginning of a member’s e-mail address, the marketplace’s id of a subscription, or the number of the account at the marketplace; products by slug or name; API clients and service accounts by name, id, or the readable part or a part of the name of a key; subscriptions by id, the marketplace’s id, the account’s number, or a part of the organisation’s name; webhook endpoints by id, or a part of the description or address; deliveries by the event’s id. At most 8 of each.
         */
        get: operations["search"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/members": {
        /** List members and invitations */
        get: operations["listMembers"];
        /**
         * Invite a member
         * @description The person becomes a member by signing in within 7 days with the work account whose user name is `email`; with `tenantId`, only with an account of that tenant. `tenantId` is required for an administrator. If a mail server is set, the invitation is mailed; `invitation.link` is the link of the mail.
         */
        post: operations["inviteMember"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/members/{memberId}/invitation": {
        /**
         * Renew an invitation
         * @description The invitation is valid for another 7 days and mailed again. `tenantId` restricts it to one tenant.
         */
        post: operations["renewInvitation"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/members/{memberId}": {
        /** Read a member or invitation */
        get: operations["readMember"];
        /**
         * Remove a member or an invitation
         * @description The sessions of the member end at once. The last administrator cannot be removed.
         */
        delete: operations["removeMember"];
        /**
         * Change a member's role
         * @description Applies from the next request of the member. The last administrator cannot be demoted.
         */
        patch: operations["changeMember"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/members/{memberId}/sessions": {
        /**
         * List a member's sessions
         * @description Every session with access to the workspace, also one that began in another workspace.
         */
        get: operations["listMemberSessions"];
        /**
         * Sign a member out everywhere
         * @description The member may sign in again. To revoke access, remove the member.
         */
        delete: operations["signOutMember"];
    };
    "/api/admin/v1/service-account": {
        /**
         * Read the calling service account with its workspace and permissions
         * @description For programs: which workspace and role a key has, and when it expires.
         */
        get: operations["readCallingServiceAccount"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/service-accounts": {
        /** List service accounts */
        get: operations["listServiceAccounts"];
        /**
         * Add a service account
         * @description It has no key yet. Its name is unique in the workspace; name and role cannot be changed later.
         */
        post: operations["addServiceAccount"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/service-accounts/{serviceAccountId}": {
        /** Read a service account */
        get: operations["readServiceAccount"];
        /**
         * Remove a service account
         * @description Its keys are deleted, and refused at once.
         */
        delete: operations["removeServiceAccount"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/service-accounts/{serviceAccountId}/keys": {
        /**
         * List the keys of a service account
         * @description Active keys, and the latest that expired or were revoked.
         */
        get: operations["listServiceAccountKeys"];
        /**
         * Issue a key of a service account
         * @description A key expires after 90 days, or at `expiresAt`: at most a year from now, and within the maximum age of API keys that the settings allow.
         */
        post: operations["issueServiceAccountKey"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/service-accounts/{serviceAccountId}/keys/{keyId}": {
        /**
         * Rename a key of a service account, or change the networks that it may be used from
         * @description An absent member stays as it is.
         */
        patch: operations["renameServiceAccountKey"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/service-accounts/{serviceAccountId}/keys/{keyId}/rotate": {
        /**
         * Rotate a key of a service account
         * @description The new key keeps the name and the networks. The old key stays valid for the overlap, so that pipelines can switch. A key expires after 90 days, or at `expiresAt`: at most a year from now, and within the maximum age of API keys that the settings allow.
         */
        post: operations["rotateServiceAccountKey"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/service-accounts/{serviceAccountId}/keys/{keyId}/revoke": {
        /**
         * Revoke a key of a service account
         * @description It is refused at once.
         */
        post: operations["revokeServiceAccountKey"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/audit-log": {
        /**
         * List audit entries
         * @description Changes by members, service accounts and commands.
         */
        get: operations["listAuditEntries"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/audit-log.csv": {
        /**
         * Export the audit log as CSV
         * @description With the filters and the order of the list.
         */
        get: operations["exportAuditLogAsCsv"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/audit-log.json": {
        /**
         * Export the audit log as JSON
         * @description With the filters and the order of the list.
         */
        get: operations["exportAuditLogAsJson"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/settings": {
        /** Read the workspace's settings */
        get: operations["readSettings"];
        /**
         * Change settings
         * @description Omitted settings stay unchanged.
         */
        patch: operations["changeSettings"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/settings/support-address-confirmation": {
        /**
         * Send the confirmation mail of a support address again
         * @description The link of the previous mail stops working. The pause between two mails to an address is 5 minutes and doubles each time, up to a day. A confirmed address gets no mail.
         */
        post: operations["sendSupportAddressConfirmation"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/signing-keys": {
        /**
         * List the signing keys
         * @description The active key first, then the latest replaced. Empty until the workspace first signs something. Private keys are never shown.
         */
        get: operations["listWorkspaceSigningKeys"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/signing-keys/rotate": {
        /**
         * Rotate the signing key
         * @description Makes another key, which signs from now on. The replaced key stays published for 430 days, so that tokens and licence files signed with it verify to their end; its private part is deleted. Installations with keys compiled in need the new key before they get a licence file signed with it.
         */
        post: operations["rotateSigningKey"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/signing-keys/{kid}/withdraw": {
        /**
         * Withdraw a signing key
         * @description For a key that others may know. It is not published any more: nothing that it signed is trusted, and licence files signed with it must be issued again. Withdrawing the active key makes another one first. It cannot be undone.
         */
        post: operations["withdrawSigningKey"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/notices": {
        /** List notices */
        get: operations["listNotices"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/notices/{noticeId}/done": {
        /**
         * Mark a notice as done
         * @description The first person to do so is recorded.
         */
        post: operations["markNoticeDone"];
        /**
         * Reopen a notice
         * @description Undoes that the notice was marked as done.
         */
        delete: operations["reopenNotice"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/notices/{noticeId}/assignee": {
        /**
         * Assign a notice to a member
         * @description To a member who has joined the workspace, or to nobody with null.
         */
        put: operations["assignNotice"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/subscriptions": {
        /** List subscriptions */
        get: operations["listSubscriptions"];
        /**
         * Add a subscription
         * @description For subscriptions sold directly or by a reseller. The status is Pending until the move `activate`. A trial without a term is valid until its end.
         */
        post: operations["createSubscription"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/subscriptions.csv": {
        /**
         * Export subscriptions as CSV
         * @description With the filters and the order of the list.
         */
        get: operations["exportSubscriptions"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/subscriptions/{subscriptionId}": {
        /** Read a subscription with its history */
        get: operations["readSubscription"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/subscriptions/{subscriptionId}/moves": {
        /**
         * Move a subscription
         * @description One of its `allowedMoves`. A marketplace subscription is changed at the marketplace and aligned here.
         */
        post: operations["moveSubscription"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/subscriptions/{subscriptionId}/marketplace-requests": {
        /**
         * Request a change of a subscription at the marketplace
         * @description The subscription stays unchanged until the marketplace has made the change. Until then the request is in the `marketplaceRequests` of the subscription; its outcome is in the marketplace notifications.
         */
        post: operations["requestMarketplaceChange"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/subscriptions/{subscriptionId}/seats": {
        /** List the seats of a subscription */
        get: operations["listSeats"];
        /**
         * Assign seats
         * @description Each line is an object id or an e-mail address of a member, and has its own outcome: a refused line does not affect the others. No more seats are assigned than were bought.
         */
        post: operations["assignSeats"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/subscriptions/{subscriptionId}/seats/{memberId}": {
        /**
         * Assign a seat
         * @description A member who has a seat keeps it.
         */
        put: operations["assignSeat"];
        /**
         * Release a seat
         * @description Without a seat nothing changes.
         */
        delete: operations["releaseSeat"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/customers/{tenantId}": {
        /**
         * Read a customer tenant
         * @description Its subscriptions are at `/subscriptions?tenantId=…`.
         */
        get: operations["readCustomer"];
        /**
         * Delete a customer
         * @description Deletes its members with their seats, the organisation’s name, contact and notes, and its account numbers. Refused while a subscription has not ended. Subscriptions and usage stay for billing, under the tenant’s id and without personal data.
         */
        delete: operations["eraseCustomer"];
        /**
         * Change what is noted about a customer
         * @description Name, contact, notes and owner. Omitted members stay unchanged. A customer without an organisation gets one of its own with the name.
         */
        patch: operations["changeCustomer"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/customers/{tenantId}/members": {
        /** List the members of a customer tenant */
        get: operations["listCustomerMembers"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/customers": {
        /** List customers */
        get: operations["listCustomers"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/customers.csv": {
        /**
         * Export customers as CSV
         * @description With the filters and the order of the list.
         */
        get: operations["exportCustomers"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/organisations": {
        /**
         * Add an organisation with its tenants
         * @description Tenants of another organisation are moved only with `moveTenants: true`. E-mail addresses are resolved among all members of an organisation.
         */
        post: operations["addOrganisation"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/customers/{tenantId}/members/{objectId}": {
        /**
         * Add or change a member of a tenant
         * @description By the object id of the identity provider. An inactive member gets no seat and is not found by e-mail address. `email` and `isActive` are required; without `isAdministrator` it stays as it is. A request without a difference changes nothing.
         */
        put: operations["saveCustomerMember"];
        /**
         * Delete a person
         * @description Deletes the member, their seats, the usage limits for them, and their personal data in the audit log and marketplace notifications. Subscriptions and usage stay. Events keep the object id until they are deleted, by default after 30 days.
         */
        delete: operations["eraseCustomerMember"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/customers-at-risk": {
        /**
         * Count the customers at risk
         * @description A customer with an active subscription is at risk if its use is near or over the included quantity or near a usage limit, its usage will be rejected, a credential that bills it ends, its trial or term ends within 30 days, or no application has asked about it for 14 days.
         */
        get: operations["readCustomersAtRisk"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/customers/{tenantId}/members/{objectId}/export": {
        /** Export the data of a person */
        get: operations["exportCustomerMember"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/customers/{tenantId}/export": {
        /** Export the data of a customer */
        get: operations["exportCustomer"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/tenants/{tenantId}": {
        /** Read a tenant with its organisation, subscriptions and members */
        get: operations["readTenant"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/tenants/{tenantId}/history": {
        /**
         * List the changes of a tenant’s subscriptions
         * @description For a time line: time, move, actor and reason of each change.
         */
        get: operations["listTenantHistory"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/tenants/{tenantId}/entitlements": {
        /**
         * Explain the entitlement of a tenant to a product
         * @description The response of `GET /api/v1/entitlements/{tenantId}` with `explain=true`: now, or with `asOf` at an earlier moment. An unknown tenant has no subscriptions and is no error.
         */
        get: operations["inspectEntitlement"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/tenants/{tenantId}/eligibility": {
        /**
         * Explain the eligibility of a user
         * @description The response of `GET /api/v1/entitlements/{tenantId}/eligibility` with `explain=true`, by `userObjectId` or by `email`. The identity provider is called as by the API.
         */
        get: operations["inspectEligibility"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/usage-reports": {
        /** List usage reports */
        get: operations["listUsageReports"];
        /**
         * Report usage by hand
         * @description With the checks of a usage record. An hour without a report is recorded and sent after the hold. An hour that the marketplace rejected is reported again with this quantity: it is sent within seconds, as the plan is mapped now, and its notice is marked as done. With `insteadOf` it is reported as another dimension, once: the rejected report stays, and has the other dimension as `reportedAs`. Any other hour is refused: correct a report on hold instead.
         */
        post: operations["reportUsage"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/usage-reports.csv": {
        /**
         * Export usage reports as CSV
         * @description With the filters and the order of the list. A text that a spreadsheet would evaluate as a formula has an apostrophe before it.
         */
        get: operations["exportUsageReports"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/usage-reports/{subscriptionId}/{hour}/{dimension}/correct": {
        /**
         * Replace the quantity of an unsent report
         * @description 0 skips the hour. `replaces` is the quantity that was read: if the application has sent another one meanwhile, the response is 412. After its first lease a report is frozen: 409.
         */
        post: operations["correctUsageReport"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/usage-reports/{subscriptionId}/{hour}/{dimension}/release": {
        /**
         * Release a report on hold
         * @description Ends the hold; the report is sent within seconds.
         */
        post: operations["releaseUsageReport"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/usage-hours": {
        /** Count usage reports by hour and state */
        get: operations["countUsageReports"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/usage-summary": {
        /**
         * Compare reported, sent and accepted usage with the marketplace
         * @description By subscription and dimension, over a range of hours.
         */
        get: operations["summariseUsage"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/usage/by-day": {
        /**
         * Read usage by day
         * @description The usage of each dimension on each day, in UTC: hourly totals of events, and hourly records. Usage within the included quantity counts, although it is not reported. Of a subscription or a customer, every dimension of its plans is in the response; otherwise those with usage.
         */
        get: operations["readUsageByDay"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/usage/by-day.csv": {
        /**
         * Export usage by day as CSV
         * @description With the filters of the response, and every dimension. Quantities are exact.
         */
        get: operations["exportUsageByDay"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/usage-meters": {
        /**
         * List the dimensions of a subscription or tenant with their usage
         * @description Every dimension of the plans of activated subscriptions, with the present period; of a subscription without a marketplace, those that are fed by events. `subscriptionId` or `tenantId` is required.
         */
        get: operations["listUsageMeters"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/customers/{tenantId}/usage-limits": {
        /**
         * List the usage limits of a customer
         * @description Every dimension of its activated subscriptions that can have a usage limit, with the limit of the plan, that of the partner for this customer, the customer's own ceilings, and the use of the present period.
         */
        get: operations["listUsageLimits"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/customers/{tenantId}/usage-limits/{product}/{dimension}": {
        /**
         * Set the usage limit of a customer, instead of the plan's
         * @description It takes effect at once, for all subscriptions of the customer to the product, and replaces the plan's limit, also by a higher one. Ceilings that the customer has set stay in force.
         */
        put: operations["setUsageLimit"];
        /**
         * Remove the usage limit of a customer
         * @description The plan's limit holds again at once. Ceilings that the customer has set stay in force.
         */
        delete: operations["removeUsageLimit"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/usage-meters/{subscriptionId}/{dimension}/hours": {
        /** List the hourly totals of a dimension that is fed by events */
        get: operations["listMeterHours"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/usage-meters/{subscriptionId}/{dimension}/hours.csv": {
        /**
         * Export the hourly totals of a dimension as CSV
         * @description With the filters and the order of the list.
         */
        get: operations["exportMeterHours"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/usage-meters/{subscriptionId}/{dimension}/hours/{hour}/events": {
        /**
         * List the usage events of an hour
         * @description Raw events that count in the hour, as long as they are kept: by default 2 to 3 days after the hour was closed.
         */
        get: operations["listHourEvents"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/usage-meters/{subscriptionId}/{dimension}/hours/{hour}/events.csv": {
        /**
         * Export the usage events of an hour as CSV
         * @description With the filters of the list. A text that a spreadsheet would evaluate as a formula has an apostrophe before it.
         */
        get: operations["exportHourEvents"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/usage-drifts": {
        /**
         * List days with drift
         * @description Of marketplaces whose usage can be read. The usage of other marketplaces is not compared.
         */
        get: operations["listUsageDrifts"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/licence-files": {
        /** List licence files */
        get: operations["listLicenceFiles"];
        /**
         * Issue a licence file
         * @description Signs what the customer has now, for an installation that cannot reach the service. A file never outlasts a contract that does not renew itself: its last month ends with the contract. With a request file the licence file is bound to that installation. The replaced file is revoked at the same time.
         */
        post: operations["issueLicenceFile"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/licence-files/preview": {
        /**
         * Preview a licence file
         * @description Reads the request file and says when the licence file would end. Nothing is issued.
         */
        post: operations["previewLicenceFile"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/licence-files/{licenceFileId}": {
        /** Read a licence file */
        get: operations["readLicenceFile"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/licence-files/{licenceFileId}/file": {
        /**
         * Download a licence file
         * @description The same text at every download. Whoever has a file that is not bound to an installation can use it.
         */
        get: operations["downloadLicenceFile"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/licence-files/{licenceFileId}/revoke": {
        /**
         * Revoke a licence file
         * @description Puts it on the revocation list. An installation that never reads the list goes on until the end of its file.
         */
        post: operations["revokeLicenceFile"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/usage-files": {
        /** List usage files */
        get: operations["listUsageFiles"];
        /**
         * Upload a usage file
         * @description Takes up to 10000 events that an installation counted offline, signed with its key. The events enter as usage events; those of closed hours are carried into the oldest open hour where the aggregation allows it. Each file counts once: the same file again gets the same outcome, and an interrupted upload goes on.
         */
        post: operations["uploadUsageFile"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/usage-files/{usageFileId}": {
        /** Read a usage file */
        get: operations["readUsageFile"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/api-clients": {
        /** List API clients */
        get: operations["listApiClients"];
        /** Register an API client */
        post: operations["registerApiClient"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/api-clients/{apiClientId}": {
        /** Read an API client */
        get: operations["readApiClient"];
        /**
         * Change an API client
         * @description Omitted members stay unchanged. Applies from the next request of the client.
         */
        patch: operations["changeApiClient"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/api-clients/{apiClientId}/enable": {
        /**
         * Enable an API client
         * @description Its credentials work again.
         */
        post: operations["enableApiClient"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/api-clients/{apiClientId}/disable": {
        /**
         * Disable an API client
         * @description All its credentials are refused within a second, until it is enabled again.
         */
        post: operations["disableApiClient"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/api-clients/{apiClientId}/api-keys": {
        /** List the keys of an API client */
        get: operations["listApiKeys"];
        /** Issue a key */
        post: operations["issueApiKey"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/api-keys/{keyId}": {
        /**
         * Rename a key, or change the networks that it may be used from
         * @description An absent member stays as it is.
         */
        patch: operations["renameApiKey"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/api-keys/{keyId}/rotate": {
        /**
         * Rotate a key
         * @description The new key keeps the name and the networks. The old key stays valid for the overlap, so that deployments can switch.
         */
        post: operations["rotateApiKey"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/api-keys/{keyId}/revoke": {
        /** Revoke a key */
        post: operations["revokeApiKey"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/api-clients/{apiClientId}/application-credentials": {
        /** List the identity-provider applications of an API client */
        get: operations["listApplicationCredentials"];
        /**
         * Add an identity-provider application
         * @description The application can call the API after verification: with its own token it sends the challenge to `POST /api/v1/client-credentials/verify`, within 24 hours.
         */
        post: operations["addApplicationCredential"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/application-credentials/{credentialId}": {
        /**
         * Remove an identity-provider application
         * @description Every node refuses its tokens within a second.
         */
        delete: operations["removeApplicationCredential"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/api-clients/{apiClientId}/activity": {
        /**
         * Read the calls and refusals of an API client
         * @description Updated within half a minute, stored for 90 days. A call with an invalid credential is not counted.
         */
        get: operations["readClientActivity"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/api-clients/{apiClientId}/requests": {
        /**
         * List the requests of an API client
         * @description Failed requests, and a sample of the successful ones, a second after the response; `requests` says how many an entry stands for. Neither queries nor bodies are stored. A request with an invalid credential belongs to no client.
         */
        get: operations["listClientRequests"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/api-clients/{apiClientId}/requests.csv": {
        /**
         * Export the requests of an API client as CSV
         * @description With the filters and the order of the list.
         */
        get: operations["exportClientRequests"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-endpoints": {
        /** List webhook endpoints */
        get: operations["listWebhookEndpoints"];
        /**
         * Add a webhook endpoint
         * @description The endpoint receives later events; by default of every type and product.
         */
        post: operations["addWebhookEndpoint"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-endpoints/{endpointId}": {
        /** Read a webhook endpoint */
        get: operations["readWebhookEndpoint"];
        /**
         * Remove a webhook endpoint
         * @description Waiting deliveries are cancelled. The delivery log stays.
         */
        delete: operations["removeWebhookEndpoint"];
        /**
         * Change a webhook endpoint
         * @description Omitted members stay unchanged. Waiting deliveries go to the new URL. Another origin of `url` requires the values of the headers again; the signing secret stays.
         */
        patch: operations["changeWebhookEndpoint"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-endpoints/{endpointId}/enable": {
        /**
         * Enable a webhook endpoint
         * @description The endpoint receives later events; replay those it missed.
         */
        post: operations["enableWebhookEndpoint"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-endpoints/{endpointId}/disable": {
        /**
         * Disable a webhook endpoint
         * @description The endpoint receives no events until it is enabled again, and waiting deliveries are cancelled.
         */
        post: operations["disableWebhookEndpoint"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-endpoints/{endpointId}/rotate-secret": {
        /**
         * Rotate the secret of a webhook endpoint
         * @description The previous secret signs for 24 more hours, also after further rotations; at most five sign at once.
         */
        post: operations["rotateWebhookSecret"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-endpoints/{endpointId}/test": {
        /**
         * Send a test event
         * @description `webhook.test`, or with `type` the example payload of that type with `isTest`, to this endpoint only, regardless of its filter.
         */
        post: operations["sendTestEvent"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-health": {
        /**
         * Count deliveries by endpoint and hour
         * @description The outcomes of the events of this hour and the 23 hours before.
         */
        get: operations["readWebhookHealth"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-event-types": {
        /** List event types */
        get: operations["listWebhookEventTypes"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-deliveries": {
        /**
         * List deliveries
         * @description Of all endpoints of the workspace, removed ones included.
         */
        get: operations["listWebhookDeliveries"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-endpoints/{endpointId}/deliveries/{eventId}": {
        /** Read a delivery with its body and attempts */
        get: operations["readWebhookDelivery"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-endpoints/{endpointId}/deliveries/{eventId}/replay": {
        /**
         * Replay a delivery
         * @description With the same id, as a new delivery of the event; the earlier delivery keeps its outcome. A waiting delivery is sent at once instead; a leased one is not changed.
         */
        post: operations["replayWebhookDelivery"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-endpoints/{endpointId}/replay": {
        /**
         * Replay the deliveries of a time range
         * @description With the same ids, each as a new delivery, oldest first, at most 1,000 per call. Call again with `next` as `after` until it is null.
         */
        post: operations["replayWebhookDeliveries"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-endpoints/{endpointId}/replay/preview": {
        /**
         * Count the deliveries of a time range
         * @description The number that a replay of the range would send; nothing is sent.
         */
        post: operations["previewWebhookReplay"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/marketplace-connections": {
        /** List marketplace connections */
        get: operations["listMarketplaceConnections"];
        /**
         * Connect a publisher account
         * @description One for each source name of the marketplace mappings.
         */
        post: operations["connectMarketplace"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/marketplace-connections/{connectionId}": {
        /** Read a marketplace connection */
        get: operations["readMarketplaceConnection"];
        /**
         * Remove a marketplace connection
         * @description Refused while notifications or usage need the connection. The subscriptions stay, but are no longer aligned with the marketplace. A new connection of the source has other URLs.
         */
        delete: operations["removeMarketplaceConnection"];
        /**
         * Change a marketplace connection, or replace its credential
         * @description Omitted members stay unchanged, the credential too; a new credential does not inherit the expiry of the old one. A change of `authUrl`, `marketplaceUrl`, `tenantId` or `clientId` requires the credential again.
         */
        patch: operations["changeMarketplaceConnection"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/marketplace-connections/{connectionId}/reconcile": {
        /**
         * Compare the subscriptions with the marketplace now
         * @description Starts within seconds, at most six times a minute for a connection. `reconciliation` of the connection has the progress; the inbox lists the repairs.
         */
        post: operations["reconcileMarketplace"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/marketplace-connections/{connectionId}/rotate-event-secret": {
        /**
         * Rotate the event secret of a seller account
         * @description The previous secret is accepted for 24 more hours. Only connections of an account of a seller have one.
         */
        post: operations["rotateMarketplaceEventSecret"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/marketplace-connections/{connectionId}/check": {
        /**
         * Check a connection
         * @description Responds within half a minute. A check may have several findings; they are stored as `lastCheck` of the connection.
         */
        post: operations["checkMarketplaceConnection"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/marketplace-connections/{connectionId}/offers": {
        /**
         * List the offers and plans of a connection
         * @description Reads the offers from the marketplace within 10 seconds, and caches them for 5 minutes or until the connection is changed; an incomplete list for 30 seconds. While the marketplace does not respond, the offers are those of its last response, if any. The marketplace lists the plans of an offer only through a subscription: an offer without any is missing, and private plans may be. At most 20 offers.
         */
        get: operations["listMarketplaceOffers"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/marketplace-connections/{connectionId}/import/sample": {
        /**
         * Read a sample export of the SaaS Accelerator
         * @description For the demo, whose emulated marketplace sells what the sample has.
         */
        get: operations["readSampleExport"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/marketplace-connections/{connectionId}/import/plan": {
        /**
         * Plan an import
         * @description Reads the subscriptions of an export of the SaaS Accelerator, or all of the connection, from the marketplace and says what an import would do. Changes nothing, here and at the marketplace. Responds within a minute.
         */
        post: operations["planImport"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/marketplace-connections/{connectionId}/import/drafts": {
        /**
         * Add the drafts of an import to the catalogue
         * @description All or nothing, and only the drafts of the plan with this `fingerprint`; otherwise plan again. Safe to repeat.
         */
        post: operations["draftImport"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/marketplace-connections/{connectionId}/import/subscriptions": {
        /**
         * Import subscriptions of a plan
         * @description At most 50 rows: send those to add or change in batches. Each is read from the marketplace again and applied on its own, if it is still as its `fingerprint` says. What is done stays; a repeated request continues.
         */
        post: operations["applyImport"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/marketplace-calls": {
        /**
         * List marketplace notifications and requested changes
         * @description Stored for 90 days after their final state.
         */
        get: operations["listMarketplaceCalls"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/marketplace-calls/{callId}": {
        /** Read a marketplace notification */
        get: operations["readMarketplaceCall"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/purchases": {
        /**
         * List purchases that are not active yet
         * @description What the marketplace lists as not activated, and subscriptions that are Pending here. A purchase whose buyer has not opened the landing page is found by the hourly comparison with the marketplace.
         */
        get: operations["listPurchases"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/purchases/{marketplaceSubscriptionId}": {
        /** Read a purchase that is not active yet */
        get: operations["readPurchase"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/purchases/{marketplaceSubscriptionId}/check": {
        /**
         * Compare a purchase with the marketplace now
         * @description A purchase that the marketplace has activated or ended gets that status here.
         */
        post: operations["checkPurchase"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/purchases/{marketplaceSubscriptionId}/activate": {
        /**
         * Activate a purchase
         * @description The marketplace begins to bill the buyer, and the subscription becomes Active. Safe to repeat.
         */
        post: operations["activatePurchase"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/purchases/{marketplaceSubscriptionId}/assign": {
        /**
         * Assign a purchase to a customer
         * @description For a purchase that names its buyer by an account number alone: the tenant becomes its customer, as if the buyer had confirmed it on the landing page. Refused if another tenant is.
         */
        post: operations["assignPurchase"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/purchases/{marketplaceSubscriptionId}/cancel": {
        /**
         * Request the cancellation of a purchase
         * @description The marketplace ends the purchase, which was never billed; the buyer can buy again. It stays in the list until the marketplace has ended it, mostly within a minute.
         */
        post: operations["cancelPurchase"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/customers/{tenantId}/view": {
        /**
         * View the customer's page as the customer
         * @description Begins a view of the customer's page as an administrator of the customer sees it, in which nothing can be changed. The response sets a cookie for `url` alone. The view ends at `endsAt`, with the session, and with the role. It is in the audit log. For sessions of people: a service account is refused.
         */
        post: operations["viewAsCustomer"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/idp-connections": {
        /**
         * List identity-provider connections
         * @description All of them: a product has at most one.
         */
        get: operations["listIdpConnections"];
        /** Connect the identity provider of a product */
        post: operations["connectIdp"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/idp-connections/{productId}": {
        /** Read the identity-provider connection of a product */
        get: operations["readIdpConnection"];
        /** Change the identity-provider connection of a product */
        put: operations["replaceIdpConnection"];
        /**
         * Remove the identity-provider connection of a product
         * @description Licences of the product can no longer be confirmed: `IdpNotConfigured`.
         */
        delete: operations["removeIdpConnection"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/products": {
        /** List products */
        get: operations["listProducts"];
        /**
         * Add a product
         * @description The product is a draft; the catalogue does not show it before it is published. With `plan` it begins with this plan, in the edition `standard`, otherwise without editions and plans.
         */
        post: operations["addProduct"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}": {
        /** Read a product with editions, plans, capabilities, limits and mappings */
        get: operations["readProduct"];
        /**
         * Remove a draft product
         * @description Including its editions and plans. A published product can only be archived.
         */
        delete: operations["removeProduct"];
        /**
         * Change a product
         * @description Omitted members stay unchanged. A new name changes the entitlement of every tenant that bought it: they get `entitlement.changed`.
         */
        patch: operations["changeProduct"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/publish": {
        /**
         * Publish a product
         * @description The catalogue shows the product with its published plans from now on.
         */
        post: operations["publishProduct"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/archive": {
        /**
         * Archive a product
         * @description The catalogue does not show the product until it is published again. Existing subscriptions keep it.
         */
        post: operations["archiveProduct"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/logo": {
        /**
         * Set the logo of a product
         * @description A PNG, JPEG or SVG image of at most 64 KiB. Customers see it on the landing page and on their own page. It changes neither the product's revision nor the catalogue file.
         */
        put: operations["setProductLogo"];
        /**
         * Remove the logo of a product
         * @description Without a logo nothing changes.
         */
        delete: operations["removeProductLogo"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/editions": {
        /**
         * Add an edition
         * @description Without a rank it gets the highest.
         */
        post: operations["addEdition"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/editions/{edition}": {
        /** Remove an edition without plans */
        delete: operations["removeEdition"];
        /**
         * Change an edition
         * @description Omitted members stay unchanged. Tenants with a plan of the edition get `entitlement.changed`.
         */
        patch: operations["changeEdition"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/edition-order": {
        /**
         * Reorder editions
         * @description The existing ranks are assigned to the editions in the given order, lowest first.
         */
        put: operations["orderEditions"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/plans": {
        /**
         * Add a plan
         * @description Unless `publish` is true the plan is a draft: it is neither shown nor sold before it is published. Without an edition it gets the lowest; a product without editions gets the edition `standard`.
         */
        post: operations["addPlan"];
        /**
         * Change several plans
         * @description All or nothing. Omitted plans stay unchanged; capabilities and limits are replaced as a whole.
         */
        patch: operations["changePlans"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/plans/{plan}": {
        /**
         * Remove a draft plan
         * @description A published plan can only be archived.
         */
        delete: operations["removePlan"];
        /**
         * Change a plan
         * @description Omitted members stay unchanged; capabilities and limits are replaced as a whole. The change applies at once to all tenants with the plan; those whose entitlement changes get `entitlement.changed`.
         */
        patch: operations["changePlan"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/plans/{plan}/publish": {
        /**
         * Publish a plan
         * @description The plan is shown and sold from now on.
         */
        post: operations["publishPlan"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/plans/{plan}/archive": {
        /**
         * Archive a plan
         * @description The catalogue does not show the plan until it is published again. Existing subscriptions keep it.
         */
        post: operations["archivePlan"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/impact": {
        /**
         * Preview a change of a product
         * @description The body is that of the change; `status` is the status after publishing or archiving. Computed by the same code as the API responses. Changes nothing.
         */
        post: operations["previewProductChange"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/editions/{edition}/impact": {
        /**
         * Preview a change of an edition
         * @description The body is that of the change; `status` is the status after publishing or archiving. Computed by the same code as the API responses. Changes nothing.
         */
        post: operations["previewEditionChange"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/plans/{plan}/impact": {
        /**
         * Preview a change of a plan
         * @description The body is that of the change; `status` is the status after publishing or archiving. Computed by the same code as the API responses. Changes nothing.
         */
        post: operations["previewPlanChange"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/versions": {
        /**
         * List versions of a product
         * @description Every change of the product, its editions, plans and mappings makes a version. The newest 100 are kept.
         */
        get: operations["listProductVersions"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/versions/{revision}": {
        /** Read a version of a product */
        get: operations["readProductVersion"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/versions/{revision}/impact": {
        /**
         * Preview the restoration of a version
         * @description The body is that of the restoration. Changes nothing.
         */
        post: operations["previewRestore"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/versions/{revision}/restore": {
        /**
         * Restore a version of a product
         * @description Makes the product, or one plan or mapping of it, as it was: an edit like any other, with the same rules. Plans that were added since are archived, drafts among them removed; what was a draft then and is published since stays published. The logo is no part of a version. Without a difference nothing is changed.
         */
        post: operations["restoreProduct"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/categories": {
        /** List categories */
        get: operations["listCategories"];
        /** Add a category */
        post: operations["addCategory"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/categories/{category}": {
        /** Remove a category without products */
        delete: operations["removeCategory"];
        /** Rename a category */
        patch: operations["renameCategory"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/plan-mappings": {
        /** List plan mappings */
        get: operations["listPlanMappings"];
        /**
         * Map a plan to an offer and plan of a marketplace
         * @description A purchase of the offer and plan is a purchase of the mapped plan, once it is published. The offer and plan of a marketplace map to one plan only. The billing model is that of the plan.
         */
        post: operations["addPlanMapping"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/plan-mappings/{mappingId}": {
        /** Read a mapping */
        get: operations["readPlanMapping"];
        /**
         * Remove a mapping
         * @description Later purchases of the offer and plan are not mapped; existing subscriptions stay.
         */
        delete: operations["removePlanMapping"];
        /**
         * Change a mapping
         * @description Omitted members stay unchanged; dimensions are replaced as a whole. `plan` must be of the same product.
         */
        patch: operations["changePlanMapping"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/catalogue/file": {
        /**
         * Export the catalogue
         * @description YAML by default. The same catalogue always has the same text. A file over 256 kB can be applied only as JSON.
         */
        get: operations["exportCatalogue"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/catalogue/plan": {
        /**
         * Plan the changes of a file
         * @description Changes nothing. Send the `ETag` as `If-Match` to apply the file.
         */
        post: operations["planCatalogue"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/catalogue/impact": {
        /** Preview the impact of a file */
        post: operations["previewCatalogue"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/catalogue/apply": {
        /**
         * Apply a catalogue file
         * @description All or nothing, and only if the catalogue is unchanged since the plan. Omitted drafts are removed, other omitted items are archived: `archive` and `remove` must be the numbers of each, as in the plan.
         */
        post: operations["applyCatalogue"];
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Problem: {
            /**
             * Format: uri
             * @description The code's entry on the service's error page.
             */
            type: string;
            title: string;
            status: number;
            /** @description Stable; for programs to react to. */
            code: string;
            /** @description For people; not to be parsed. */
            detail: string;
            /** @description Facts that belong to the code. */
            args: {
                [key: string]: unknown;
            };
            /** @description Also in `X-Request-Id`. */
            requestId: string;
            /** @description The trace of the request, where the operator exports traces. */
            traceId?: string;
        };
        Entitlement: {
            /** Format: uuid */
            tenantId: string;
            product: {
                slug: string;
                name: string;
            };
            /** @enum {string} */
            status: "Pending" | "Active" | "Suspended" | "Cancelled" | "Expired" | "None";
            /** @enum {string} */
            accessLevel: "None" | "ReadOnly" | "Full";
            /** @description The plans in force, by edition rank, highest first. */
            plans: {
                slug: string;
                name: string;
            }[];
            plan: {
                slug: string;
                name: string;
            } | null;
            edition: {
                slug: string;
                name: string;
                rank: number;
            } | null;
            licenceModel: ("TenantWide" | "Seats" | "IdpManaged") | null;
            /** @enum {string} */
            licenceOutcome: "Licensed" | "NotLicensed" | "Unconfirmed" | "ConsentRequired" | "NotApplicable";
            capabilities: {
                [key: string]: boolean;
            };
            /** @description The highest value of each limit over the plans in force. A plan without the limit does not count; without any, `{}`. */
            limits: {
                [key: string]: number;
            };
            quantity: number | null;
            validUntil: string | null;
            isTrial: boolean;
            trialEndsAt: string | null;
            cancelledAt: string | null;
            sources: ("Marketplace" | "Direct" | "Reseller")[];
            marketplace: {
                sourceName: string;
                offerId: string;
                /**
                 * @description The marketplace. More kinds may be added.
                 * @enum {string}
                 */
                kind: "Microsoft" | "Aws";
            } | null;
            version: number;
            /** Format: date-time */
            evaluatedAt: string;
            /** @description Present, and true, with `asOf`. */
            isHistorical?: boolean;
            /** @description With `explain=true`: how the entitlement was determined. */
            explanation?: {
                /** @enum {string} */
                accessLevel: "None" | "ReadOnly" | "Full";
                subscriptions: {
                    [key: string]: unknown;
                }[];
                capabilities: {
                    [key: string]: unknown;
                };
                limits: {
                    [key: string]: unknown;
                };
            } & {
                [key: string]: unknown;
            };
        };
        UserEligibility: {
            /** Format: uuid */
            tenantId: string;
            product: {
                slug: string;
                name: string;
            };
            plan: {
                slug: string;
                name: string;
            } | null;
            requestedPlan: string | null;
            subject: {
                objectId: string | null;
                email: string | null;
                isCaller: boolean;
            };
            tenantEntitled: boolean;
            licenceModel: ("TenantWide" | "Seats" | "IdpManaged") | null;
            /** @enum {string} */
            licenceOutcome: "Licensed" | "NotLicensed" | "Unconfirmed" | "ConsentRequired" | "NotApplicable";
            isEligible: boolean;
            /** @enum {string} */
            reason: "TenantWideEntitlement" | "SeatAssigned" | "IdpLicensed" | "TenantNotEntitled" | "PlanMismatch" | "NoSeatAssigned" | "IdpNotLicensed" | "NoIdpPlan" | "IdpNoLicencesReported" | "IdpUnavailable" | "IdpNotConfigured" | "DelegatedConsentMissing";
            seats: {
                total: number;
                assigned: number;
                available: number;
                isAssigned: boolean;
            } | null;
            idpLicence: {
                serviceIdentifier: string;
                state: string | null;
                checkedAt: string | null;
                stale: boolean;
            } | null;
            /** Format: date-time */
            evaluatedAt: string;
            /** @enum {string} */
            accessLevel: "None" | "ReadOnly" | "Full";
            /** @description With `explain`: the decision path. */
            explanation?: {
                /** @enum {string} */
                reason: "TenantWideEntitlement" | "SeatAssigned" | "IdpLicensed" | "TenantNotEntitled" | "PlanMismatch" | "NoSeatAssigned" | "IdpNotLicensed" | "NoIdpPlan" | "IdpNoLicencesReported" | "IdpUnavailable" | "IdpNotConfigured" | "DelegatedConsentMissing";
                words: string;
                plans: {
                    [key: string]: unknown;
                }[];
            } & {
                [key: string]: unknown;
            };
        };
        ApiClient: {
            /** Format: uuid */
            apiClientId: string;
            /** @description One line, without control and text-direction characters. */
            name: string;
            scopes: ("entitlements:read" | "catalogue:read" | "usage:write")[];
            /** @description Slugs of the allowed products; null: all, including later ones. */
            products: string[] | null;
            /** @description From 60 to the quota of the workspace's partner plan; null: the plan's default. */
            rateLimitPerMinute: number | null;
            /** @description Requests per minute, set or by default. */
            effectiveRateLimit: number;
            /** @description The maximum of `rateLimitPerMinute`. */
            rateLimitQuota: number;
            enabled: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            lastUsedAt: string | null;
        };
        ApiClientRequest: {
            /** Format: uuid */
            entryId: string;
            /** Format: date-time */
            requestedAt: string;
            method: string;
            /** @description The URL pattern of the route. */
            route: string;
            status: number;
            /** @description Null: it was not refused. */
            code: string | null;
            /**
             * Format: uuid
             * @description Null: it was about no tenant, or about several.
             */
            tenantId: string | null;
            /** @description The name, if known. */
            organisation: string | null;
            /** @description Until the response was sent. */
            milliseconds: number;
            /** @description As in the response header and the log. */
            requestId: string;
            /** @description How many requests the entry stands for: itself, and those before it that the node did not store. Of the successful requests of a client it stores 100 at once, then one in 10 seconds; of the failed ones 1000 at once, then one in 10 seconds. */
            requests: number;
        };
        AuditEntry: {
            /** Format: uuid */
            entryId: string;
            /** Format: date-time */
            recordedAt: string;
            actor: {
                /** @enum {string} */
                kind: "Member" | "Command" | "Visitor" | "Application" | "ServiceAccount";
                id: string;
                /** @description The name at that time. */
                name: string;
                address: string | null;
            };
            /**
             * @description New versions add actions.
             * @enum {string}
             */
            action: "workspace.created" | "workspace.settings_changed" | "workspace.suspended" | "workspace.resumed" | "support_address.confirmation_requested" | "support_address.confirmed" | "member.invited" | "member.invitation_renewed" | "member.joined" | "member.signed_in" | "member.signed_out" | "member.sign_in_refused" | "member.role_changed" | "member.removed" | "member.mails_changed" | "service_account.added" | "service_account.removed" | "service_account_key.issued" | "service_account_key.rotated" | "service_account_key.renamed" | "service_account_key.changed" | "service_account_key.revoked" | "api_client.registered" | "api_client.changed" | "api_client.enabled" | "api_client.disabled" | "api_key.issued" | "api_key.rotated" | "api_key.renamed" | "api_key.changed" | "api_key.revoked" | "application_credential.added" | "application_credential.verified" | "application_credential.verification_failed" | "application_credential.removed" | "signing_key.rotated" | "signing_key.withdrawn" | "webhook_endpoint.added" | "webhook_endpoint.changed" | "webhook_endpoint.enabled" | "webhook_endpoint.disabled" | "webhook_endpoint.removed" | "webhook_endpoint.secret_rotated" | "webhook_endpoint.test_sent" | "webhook_endpoint.replayed" | "marketplace_connection.connected" | "marketplace_connection.changed" | "marketplace_connection.removed" | "marketplace_connection.reconciliation_asked" | "idp_connection.connected" | "idp_connection.changed" | "idp_connection.removed" | "subscription.moved" | "subscription.change_requested" | "purchase.assigned" | "purchase.cancellation_requested" | "organisation.added" | "customer.changed" | "customer_member.added" | "customer_member.changed" | "customer_member.exported" | "customer_member.erased" | "customer.exported" | "customer.viewed" | "customer.erased" | "usage_limit.set" | "usage_limit.removed" | "licence_file.issued" | "licence_file.revoked" | "usage_file.uploaded" | "subscription.created" | "seat.assigned" | "seat.released" | "usage_report.added" | "usage_report.reported_again" | "usage_report.corrected" | "usage_report.released" | "notice.done" | "notice.reopened" | "notice.assigned" | "audit_log.exported" | "usage_reports.exported" | "usage_hours.exported" | "usage_days.exported" | "usage_events.exported" | "api_client_requests.exported" | "catalogue.exported" | "category.added" | "category.changed" | "category.removed" | "product.added" | "product.changed" | "product.published" | "product.archived" | "product.removed" | "edition.added" | "edition.changed" | "edition.removed" | "plan.added" | "plan.changed" | "plan.published" | "plan.archived" | "plan.removed" | "plan_mapping.added" | "plan_mapping.changed" | "plan_mapping.removed";
            subject: {
                /** @enum {string} */
                kind: "Workspace" | "Member" | "ServiceAccount" | "ServiceAccountKey" | "ApiClient" | "ApiKey" | "ApplicationCredential" | "WebhookEndpoint" | "MarketplaceConnection" | "IdpConnection" | "Organisation" | "Customer" | "CustomerMember" | "Subscription" | "UsageReport" | "Notice" | "Category" | "Product" | "Edition" | "Plan";
                id: string;
                /** @description The name now, or the recorded one if the object is gone; null without a name. */
                name: string | null;
                /** @description False for an object that is gone. */
                exists: boolean;
            };
            /** @description Other objects that the entry names: a plan's product, a key's API client, a subscription's customer and plans. */
            related: {
                /** @enum {string} */
                kind: "Workspace" | "Member" | "ServiceAccount" | "ServiceAccountKey" | "ApiClient" | "ApiKey" | "ApplicationCredential" | "WebhookEndpoint" | "MarketplaceConnection" | "IdpConnection" | "Organisation" | "Customer" | "CustomerMember" | "Subscription" | "UsageReport" | "Notice" | "Category" | "Product" | "Edition" | "Plan";
                id: string;
                /** @description The name now, or the recorded one if the object is gone; null without a name. */
                name: string | null;
                /** @description False for an object that is gone. */
                exists: boolean;
            }[];
            /** @description What was changed, as it was; null when it is new. */
            before: {
                [key: string]: unknown;
            } | null;
            /** @description The same after the change; null when it is removed. */
            after: {
                [key: string]: unknown;
            } | null;
            /** @description Why an edit of the catalogue was made, if somebody said so. */
            reason: string | null;
            /** @description The version of the product that an edit of the catalogue restored. */
            restoredRevision: number | null;
            /** @description The version of the product that an edit of the catalogue made. */
            productRevision: number | null;
        };
        FileActor: {
            /** @enum {string} */
            kind: "Member" | "Command" | "Visitor" | "Application" | "ServiceAccount";
            id: string;
            /** @description The name at that time. */
            name: string;
        };
        LicenceFile: {
            /**
             * Format: uuid
             * @description The `jti` of its token.
             */
            licenceFileId: string;
            /** Format: uuid */
            tenantId: string;
            /** @description The organisation's name, or else the tenant's id. */
            customer: string;
            /** @description Slug. */
            product: string;
            /** @description The version of the entitlement that the file states. */
            version: number;
            /** Format: date-time */
            issuedAt: string;
            issuedBy: components["schemas"]["FileActor"];
            /** Format: date-time */
            expiresAt: string;
            /**
             * Format: date-time
             * @description Until then an installation goes on as signed, and knows that its file is stale.
             */
            graceEndsAt: string;
            /** @description Null: any installation may use the file. */
            installation: {
                name: string;
                /** @description Of its public key, by RFC 7638. */
                thumbprint: string;
            } | null;
            /** @enum {string} */
            state: "Active" | "Expired" | "Revoked" | "Replaced";
            /** Format: date-time */
            revokedAt: string | null;
            revokedBy: components["schemas"]["FileActor"] | null;
            revokeReason: string | null;
            /**
             * Format: uuid
             * @description The licence file that this one replaced.
             */
            replaces: string | null;
        };
        CustomerMember: {
            /** Format: uuid */
            memberId: string;
            /** Format: uuid */
            objectId: string;
            email: string | null;
            isActive: boolean;
            /** @description Assigns and releases the tenant's seats on the customer's page, like the buyer. */
            isAdministrator: boolean;
            /** Format: date-time */
            createdAt: string;
        };
        Subscription: {
            /** Format: uuid */
            subscriptionId: string;
            /** Format: uuid */
            tenantId: string;
            organisation: {
                /** Format: uuid */
                organisationId: string;
                name: string;
            } | null;
            product: {
                slug: string;
                name: string;
            };
            plan: {
                slug: string;
                name: string;
            };
            /** @enum {string} */
            source: "Marketplace" | "Direct" | "Reseller";
            marketplaceSubscriptionId: string | null;
            /** @description The buyer's account number, where the marketplace names the buyer by that alone. */
            account: string | null;
            /** @enum {string} */
            status: "Pending" | "Active" | "Suspended" | "Cancelled" | "Expired";
            quantity: number | null;
            isTrial: boolean;
            /** Format: date-time */
            trialEndsAt: string | null;
            /** Format: date-time */
            validUntil: string | null;
            renewsItself: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            activatedAt: string | null;
            /** Format: date-time */
            suspendedAt: string | null;
            /** Format: date-time */
            cancelledAt: string | null;
            /** Format: date-time */
            endedAt: string | null;
            /** Format: date-time */
            changedAt: string;
            /** @description The moves that are allowed now. Empty for a marketplace subscription, which is changed at the marketplace. */
            allowedMoves: ("activate" | "changePlan" | "changeQuantity" | "suspend" | "reinstate" | "renew" | "cancelNow" | "cancelAtTermEnd")[];
            /** @description Whether a change can be requested of its marketplace: plan, quantity or cancellation. */
            canRequestChange: boolean;
        };
        SubscriptionDetail: {
            /** Format: uuid */
            subscriptionId: string;
            /** Format: uuid */
            tenantId: string;
            organisation: {
                /** Format: uuid */
                organisationId: string;
                name: string;
            } | null;
            product: {
                slug: string;
                name: string;
            };
            plan: {
                slug: string;
                name: string;
            };
            /** @enum {string} */
            source: "Marketplace" | "Direct" | "Reseller";
            marketplaceSubscriptionId: string | null;
            /** @description The buyer's account number, where the marketplace names the buyer by that alone. */
            account: string | null;
            /** @enum {string} */
            status: "Pending" | "Active" | "Suspended" | "Cancelled" | "Expired";
            quantity: number | null;
            isTrial: boolean;
            /** Format: date-time */
            trialEndsAt: string | null;
            /** Format: date-time */
            validUntil: string | null;
            renewsItself: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            activatedAt: string | null;
            /** Format: date-time */
            suspendedAt: string | null;
            /** Format: date-time */
            cancelledAt: string | null;
            /** Format: date-time */
            endedAt: string | null;
            /** Format: date-time */
            changedAt: string;
            /** @description The moves that are allowed now. Empty for a marketplace subscription, which is changed at the marketplace. */
            allowedMoves: ("activate" | "changePlan" | "changeQuantity" | "suspend" | "reinstate" | "renew" | "cancelNow" | "cancelAtTermEnd")[];
            /** @description Whether a change can be requested of its marketplace: plan, quantity or cancellation. */
            canRequestChange: boolean;
            /** @description The history, newest first, each with the state after it. */
            history: {
                revision: number;
                /** Format: date-time */
                recordedAt: string;
                move: string;
                actor: string;
                reason: string | null;
                /** @enum {string} */
                status: "Pending" | "Active" | "Suspended" | "Cancelled" | "Expired";
                /** @description Slug. */
                plan: string;
                quantity: number | null;
                /** Format: date-time */
                validUntil: string | null;
            }[];
            /** @description Changes requested from here that the marketplace has not finished, newest first. */
            marketplaceRequests: {
                /** Format: uuid */
                callId: string;
                operationId: string;
                action: string;
                /** Format: date-time */
                requestedAt: string;
                detail: string | null;
            }[];
        };
        UsageReport: {
            /** Format: uuid */
            reportId: string;
            /** Format: uuid */
            subscriptionId: string;
            /** @description The organisation's name, or else the tenant's id. */
            customer: string;
            product: string;
            dimension: string;
            /** @description The id of a dimension that the plan does not have. */
            dimensionName: string;
            /** @description Null if it is not known. */
            unit: string | null;
            /** Format: date-time */
            hour: string;
            quantity: number;
            /** @description What the marketplace is told. It differs from the quantity where the marketplace takes whole units: the remainder is carried into later reports. Null before the first attempt, or while it is not known. */
            sentQuantity: number | null;
            /**
             * @description Whether an hourly record was reported, or the events of the hour were added up.
             * @enum {string}
             */
            origin: "Records" | "Events";
            /** @enum {string} */
            status: "Pending" | "Accepted" | "QuantityMismatch" | "Rejected" | "Expired" | "Skipped" | "NotBilled";
            /**
             * @description The status; a `Pending` report has the cause of its wait.
             * @enum {string}
             */
            state: "held" | "due" | "claimed" | "retrying" | "accepted" | "quantityMismatch" | "rejected" | "expired" | "skipped" | "notBilled";
            /** @description It was never leased: another quantity replaces it. */
            isReplaceable: boolean;
            /** Format: date-time */
            firstRecordedAt: string;
            /**
             * Format: date-time
             * @description The end of its hold, later the next attempt.
             */
            dueAt: string;
            /**
             * Format: date-time
             * @description The marketplace accepts it until then.
             */
            expiresAt: string;
            tries: number;
            reason: {
                code: string;
                detail: string;
            } | null;
            /** Format: date-time */
            decidedAt: string | null;
            /** @description Of a rejected report: the dimension as which its usage was reported instead. */
            reportedAs: string | null;
            /**
             * Format: uuid
             * @description The plan mapping by which it is sent; null if it is gone.
             */
            mappingId: string | null;
            /** @description Empty: sold without a marketplace; the status is `NotBilled`. */
            marketplaceSubscriptionId: string;
        };
        MailPreferences: {
            /** @description The weekly mail about customers at risk. Until the person chooses, only Partner administrators get it. */
            customersAtRisk: boolean;
        };
        Member: {
            /** Format: uuid */
            memberId: string;
            /** @description The invited user name. */
            email: string;
            name: string | null;
            /** @enum {string} */
            role: "Partner administrator" | "Integration manager" | "Catalogue manager" | "Subscription support" | "Viewer";
            /** @enum {string} */
            status: "Invited" | "Expired" | "Joined";
            /**
             * Format: uuid
             * @description For an invitation: the only tenant that may accept it.
             */
            tenantId: string | null;
            /** Format: uuid */
            objectId: string | null;
            /**
             * Format: date-time
             * @description When the invitation was sent or last renewed.
             */
            invitedAt: string;
            /**
             * Format: date-time
             * @description When the invitation expires; null for a joined member.
             */
            expiresAt: string | null;
            /** Format: date-time */
            joinedAt: string | null;
            /** @description Null for a joined member and an expired invitation. */
            invitation: {
                /** @description The page on which the invited account signs in and joins. It contains no secret: only that account can join. */
                link: string;
                /**
                 * @description `None`: no mail is sent, because no mail server is set, the user name is no e-mail address, or the workspace has sent 50 invitations within a day. Send the link yourself then, and if it is `Failed`.
                 * @enum {string}
                 */
                mail: "None" | "Queued" | "Sent" | "Failed";
            } | null;
        };
        ServiceAccount: {
            /** Format: uuid */
            serviceAccountId: string;
            name: string;
            /** @enum {string} */
            role: "Partner administrator" | "Integration manager" | "Catalogue manager" | "Subscription support" | "Viewer";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            lastUsedAt: string | null;
        };
        ServiceAccountKey: {
            /** @description The readable part of the key. */
            keyId: string;
            /** @description For people, such as the place where the key is used; null: none. */
            name: string | null;
            /** @description The networks that the key may be used from, in CIDR notation, or single addresses; null: from anywhere. */
            allowedNetworks: string[] | null;
            /** @enum {string} */
            status: "Active" | "Expired" | "Revoked";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
            /** Format: date-time */
            revokedAt: string | null;
            /** Format: date-time */
            lastUsedAt: string | null;
        };
        WorkspaceSettings: {
            /** Format: uuid */
            workspaceId: string;
            slug: string;
            /** @enum {string} */
            partnerPlan: "Starter" | "Growth" | "Scale";
            /** @description One line, without control and text-direction characters. */
            name: string;
            /** @description The hold of new usage reports, in which the quantity can be replaced. */
            usageHoldMinutes: number;
            /** @description The recipients of notices, at most 10; without one notices stay in the inbox. A new address gets a confirmation link, and no other mail until it is confirmed. */
            supportAddresses: string[];
            /** @description Whether customers may buy fewer seats on the marketplace than are assigned; support then gets a notice. Otherwise such a change is refused. */
            acceptsFewerSeats: boolean;
            /** @description Whether the buyer of a plan with seats gets the first seat when the subscription is activated, as a member of the tenant. Default: true. */
            assignBuyer: boolean;
            /** @description The tenants whose accounts may sign in to the workspace; empty: any. Members of other tenants lose access at once. Your own tenant must be included. */
            signInTenants: string[];
            /** @description The maximum lifetime of a new or rotated key in days, of API clients and service accounts; null: unlimited for API clients. Existing keys stay. */
            apiKeyMaxAgeDays: number | null;
            /** @description Whether the administrators of customers are mailed when a use reaches a threshold of its dimension, once in a period. Default: false. */
            mailsUsageAlerts: boolean;
            /** @description The life of an entitlement token in hours; it is replaced after half of it. Default: 168, 7 days. */
            tokenLifetimeHours: number;
            /**
             * @description The access level of an installation whose token or licence file has ended with its grace period. It is in the signed text: a change counts for tokens and licence files made from then on. Default: `ReadOnly`.
             * @enum {string}
             */
            afterLicenceEnd: "ReadOnly" | "None";
            /** @description The age at which the signing key is replaced, in days; null: only by hand. Default: 365. */
            signingKeyMaxAgeDays: number | null;
            /** @description Each of `supportAddresses` with its confirmation. */
            supportAddressStates: {
                address: string;
                confirmed: boolean;
            }[];
            /** @description False if no mail server is configured: no mail is sent. */
            mailsNotices: boolean;
        };
        SigningKey: {
            /** @description The RFC 7638 thumbprint of the public key, which tokens name. */
            kid: string;
            /**
             * @description `Active` signs; `Replaced` is still published; `Withdrawn` is not, and nothing that it signed is trusted.
             * @enum {string}
             */
            state: "Active" | "Replaced" | "Withdrawn";
            /** Format: date-time */
            madeAt: string;
            /** @description Who made it; null: the service, on first use or by age. */
            madeBy: string | null;
            /** Format: date-time */
            replacedAt: string | null;
            /** Format: date-time */
            withdrawnAt: string | null;
            withdrawReason: string | null;
            /**
             * Format: date-time
             * @description Until when it is published; null: while it is active. Of a withdrawn key: its withdrawal.
             */
            listedUntil: string | null;
            /** @description Licence files that were signed with it and are neither expired nor revoked. */
            licenceFiles: number;
        };
        Notice: {
            /** Format: uuid */
            noticeId: string;
            /**
             * @description New versions add kinds: show `title` and `text` of an unknown one.
             * @enum {string}
             */
            kind: "UsageRejected" | "UsageRejectedExpiring" | "UsageExpired" | "UsageQuantityMismatch" | "UsageExpiring" | "UsageDrift" | "WebhookEndpointDisabled" | "MarketplaceCallNotApplied" | "MarketplaceRepaired" | "MarketplaceNotRepaired" | "MarketplaceSecretEnding" | "ServiceAccountKeyEnding" | "SeatsExceedQuantity" | "PurchaseNotActivated" | "PurchaseWaiting";
            /** @description Of all notices of the kind. */
            title: string;
            /** @description The notice in a few words, with names. */
            headline: string;
            /** @description The cause of the notice. */
            text: string;
            whatToDo: string;
            /** @description Until when something can be done, with the words before the time; null if there is no such time. */
            deadline: {
                words: string;
                /** Format: date-time */
                at: string;
            } | null;
            /** @description Where the notice is handled, the most useful page first. */
            links: {
                label: string;
                /** @description The page of the portal, below `/portal/{workspace}/`, with its query. */
                path: string;
            }[];
            facts: {
                [key: string]: string | number;
            };
            /** Format: date-time */
            raisedAt: string;
            /** Format: date-time */
            mailedAt: string | null;
            done: {
                /** Format: date-time */
                at: string;
                by: string;
            } | null;
            /** @description The member who handles the notice. */
            assignee: {
                /** Format: uuid */
                memberId: string;
                name: string;
            } | null;
        };
        CustomerRisk: {
            /**
             * @description New versions add kinds: show `text` of an unknown one.
             * @enum {string}
             */
            kind: "OverIncluded" | "NearIncluded" | "NearLimit" | "UsageWillBeRejected" | "CredentialEnding" | "TrialEnding" | "TermEnding" | "NoCalls";
            /** Format: uuid */
            subscriptionId: string;
            /** @description The reason, with its facts. */
            text: string;
            /**
             * Format: date-time
             * @description The beginning of the period, the last call or the activation, the check of the mapping, or 30 days before the end.
             */
            since: string;
            /**
             * Format: date-time
             * @description The end of the period, trial, term or credential; null: not limited in time.
             */
            until: string | null;
            /** @description Where to act. */
            link: {
                label: string;
                /** @description The page of the portal, below `/portal/{workspace}/`, with its query. */
                path: string;
            };
        };
        Customer: {
            /** Format: uuid */
            tenantId: string;
            /** @description The numbers of its accounts at marketplaces that name the buyer by that alone. */
            accounts: string[];
            organisation: {
                /** Format: uuid */
                organisationId: string;
                name: string;
            } | null;
            /**
             * @description Of its best subscription; null: it has none.
             * @enum {string|null}
             */
            status: "Pending" | "Active" | "Suspended" | "Cancelled" | "Expired" | null;
            /** @description The plans of its subscriptions that have not ended. */
            plans: {
                /** Format: uuid */
                subscriptionId: string;
                product: {
                    slug: string;
                    name: string;
                };
                plan: {
                    slug: string;
                    name: string;
                };
                /** @enum {string} */
                status: "Pending" | "Active" | "Suspended" | "Cancelled" | "Expired";
            }[];
            /** @description The dimension nearest to its included quantity, in its present period; null: none. */
            usage: {
                product: {
                    slug: string;
                    name: string;
                };
                dimension: string;
                name: string;
                used: number;
                included: number;
                /** @description Rounded down. Above 100: more than is included. */
                percent: number;
                /** Format: date-time */
                periodEnd: string | null;
            } | null;
            /**
             * Format: date-time
             * @description The last request of an API client about its entitlement, eligibility or usage, to within a few minutes; null: none is stored.
             */
            lastCallAt: string | null;
            /** @description Why it is at risk, the most urgent first; empty: it is not. */
            risks: components["schemas"]["CustomerRisk"][];
            contactName: string | null;
            contactEmail: string | null;
            contactPhone: string | null;
            /** @description The workspace member who looks after the customer. */
            owner: {
                /** Format: uuid */
                memberId: string;
                name: string | null;
                email: string;
            } | null;
            subscriptionCount: number;
            memberCount: number;
            /** Format: date-time */
            createdAt: string;
        };
        CustomerDetail: {
            /** Format: uuid */
            tenantId: string;
            /** @description The numbers of its accounts at marketplaces that name the buyer by that alone. */
            accounts: string[];
            organisation: {
                /** Format: uuid */
                organisationId: string;
                name: string;
            } | null;
            /**
             * @description Of its best subscription; null: it has none.
             * @enum {string|null}
             */
            status: "Pending" | "Active" | "Suspended" | "Cancelled" | "Expired" | null;
            /** @description The plans of its subscriptions that have not ended. */
            plans: {
                /** Format: uuid */
                subscriptionId: string;
                product: {
                    slug: string;
                    name: string;
                };
                plan: {
                    slug: string;
                    name: string;
                };
                /** @enum {string} */
                status: "Pending" | "Active" | "Suspended" | "Cancelled" | "Expired";
            }[];
            /** @description The dimension nearest to its included quantity, in its present period; null: none. */
            usage: {
                product: {
                    slug: string;
                    name: string;
                };
                dimension: string;
                name: string;
                used: number;
                included: number;
                /** @description Rounded down. Above 100: more than is included. */
                percent: number;
                /** Format: date-time */
                periodEnd: string | null;
            } | null;
            /**
             * Format: date-time
             * @description The last request of an API client about its entitlement, eligibility or usage, to within a few minutes; null: none is stored.
             */
            lastCallAt: string | null;
            /** @description Why it is at risk, the most urgent first; empty: it is not. */
            risks: components["schemas"]["CustomerRisk"][];
            contactName: string | null;
            contactEmail: string | null;
            contactPhone: string | null;
            /** @description The workspace member who looks after the customer. */
            owner: {
                /** Format: uuid */
                memberId: string;
                name: string | null;
                email: string;
            } | null;
            subscriptionCount: number;
            memberCount: number;
            /** Format: date-time */
            createdAt: string;
            notes: string | null;
        };
        Tenant: {
            /** Format: uuid */
            tenantId: string;
            organisation: {
                /** Format: uuid */
                organisationId: string;
                name: string;
            } | null;
            /** @description The numbers of its accounts at marketplaces that name the buyer by that alone. */
            accounts: string[];
            /** @description The other tenants of the organisation. */
            otherTenants: string[];
            /** Format: date-time */
            createdAt: string;
            /** @description The present entitlement to every product that the tenant has ever bought. */
            products: {
                product: {
                    slug: string;
                    name: string;
                };
                /** @enum {string} */
                status: "Pending" | "Active" | "Suspended" | "Cancelled" | "Expired" | "None";
                /** @enum {string} */
                accessLevel: "None" | "ReadOnly" | "Full";
                plan: {
                    slug: string;
                    name: string;
                } | null;
                validUntil: string | null;
                version: number;
            }[];
            subscriptionCount: number;
            /** @description The newest 50; the others are at `/subscriptions?tenantId=…`. */
            subscriptions: components["schemas"]["Subscription"][];
            memberCount: number;
            /** @description The newest 50; the others are at `/customers/{tenantId}/members`. */
            members: components["schemas"]["CustomerMember"][];
        };
        TenantMoment: {
            /**
             * Format: date-time
             * @description With it as `asOf`, the API responds as after this change.
             */
            recordedAt: string;
            /** Format: uuid */
            subscriptionId: string;
            revision: number;
            /** @description Slug. */
            product: string;
            /** @description Slug. */
            plan: string;
            move: string;
            actor: string;
            reason: string | null;
            /** @enum {string} */
            status: "Pending" | "Active" | "Suspended" | "Cancelled" | "Expired";
            quantity: number | null;
            /** Format: date-time */
            validUntil: string | null;
        };
        UsageSummary: {
            /** Format: uuid */
            subscriptionId: string;
            customer: string;
            product: string;
            dimension: string;
            /** @description The id of a dimension that the plan does not have. */
            dimensionName: string;
            /** @description Null if it is not known. */
            unit: string | null;
            marketplaceSubscriptionId: string;
            reports: number;
            /** @description The quantity reported by applications. */
            reported: number;
            /** @description The part of it that was sent to the marketplace. */
            sent: number;
            accepted: number;
            /** @description Rejected, expired or with a different quantity at the marketplace: not billed as reported. */
            lost: number;
            /** @description The quantity at the marketplace on the compared days; null if no day was compared. */
            processed: number | null;
            /** @description Days on which the marketplace has a different quantity than it accepted. */
            differingDays: number;
            /** Format: date-time */
            comparedAt: string | null;
        };
        UsageSeries: {
            /** @description The slug of the product; empty if the subscription is unknown. */
            product: string;
            productName: string;
            dimension: string;
            /** @description The id of the dimension if no plan of the product has it. */
            name: string;
            /** @description Null if it is not known. */
            unit: string | null;
            /** @description Subscriptions that used it in the range. */
            subscriptions: number;
            /** @description The usage of all days. */
            total: number;
            /** @description Of one subscription, as its plan has it now; null if nothing is included. */
            included: {
                quantity: number;
                /** @enum {string} */
                per: "Month" | "Year" | "Term";
            } | null;
            /** @description Of one subscription: the limit of its plan with the id of the dimension; null if it has none. */
            limit: number | null;
            /** @description Of one subscription: the usage limits in force now, but those for a subject. */
            usageLimits: {
                /** @enum {string} */
                setBy: "Plan" | "Partner" | "Customer";
                quantity: number;
                /** @enum {string} */
                per: "Day" | "Month" | "Year" | "Term";
                /** @enum {string} */
                action: "Deny" | "Warn";
            }[];
            /** @description Every day of the range, days without usage too. */
            days: {
                /**
                 * Format: date
                 * @description In UTC.
                 */
                day: string;
                quantity: number;
                /** @description The usage from the start of the period in which the day ends; null without an included quantity, a limit or a usage limit of a longer period than a day. The period is that of the included quantity, or else a month for `limit`, or that of the first usage limit. */
                periodTotal: number | null;
            }[];
        };
        UsageMeter: {
            /** Format: uuid */
            subscriptionId: string;
            /** @description The slug of the product. */
            product: string;
            productName: string;
            /** @description The slug of the plan. */
            plan: string;
            planName: string;
            dimension: string;
            name: string;
            unit: string;
            /** @enum {string} */
            intake: "Records" | "Events";
            /** @enum {string|null} */
            aggregation: "Sum" | "Count" | "Max" | "Unique" | null;
            included: {
                quantity: number;
                /** @enum {string} */
                per: "Month" | "Year" | "Term";
            } | null;
            /** @description The present period, or the last one of a subscription that has ended. */
            period: {
                /** Format: date-time */
                start: string;
                /**
                 * Format: date-time
                 * @description Null if unknown.
                 */
                end: string | null;
            };
            /** @description All usage of the period, open hours included. */
            used: number;
            /** @description What is left of the included quantity; null if nothing is included. */
            remaining: number | null;
            /** @description The usage above the included quantity. */
            overage: number;
            /** @description The part of the overage that has no report yet. */
            pending: number;
            /** @description False: sold without a marketplace, so events are counted and nothing is reported. */
            isBilled: boolean;
            /** @description The quantity of all reports of the period. */
            reported: number;
            /** @description The part of it that the marketplace has accepted. */
            accepted: number;
        };
        CustomerUsageLimit: {
            /** @description Up to 6 decimals; 0: nothing. */
            quantity: number;
            /** @enum {string} */
            per: "Day" | "Month" | "Year" | "Term";
            /**
             * @description `Deny`: no reservation is granted beyond it. `Warn`: use beyond it is only announced.
             * @enum {string}
             */
            action: "Deny" | "Warn";
            reason: string | null;
            /**
             * Format: date-time
             * @description Null: until it is removed. Then the plan's limit holds again.
             */
            endsAt: string | null;
            /** Format: date-time */
            setAt: string;
            /** @description Who set it. */
            actor: string;
        };
        UsageLimits: {
            /** Format: uuid */
            subscriptionId: string;
            /** @description The slug of the product. */
            product: string;
            productName: string;
            /** @description The slug of the plan. */
            plan: string;
            planName: string;
            dimension: string;
            name: string;
            unit: string;
            planLimit: {
                quantity: number;
                /** @enum {string} */
                per: "Day" | "Month" | "Year" | "Term";
                /**
                 * @description `Deny`: no reservation is granted beyond it. `Warn`: use beyond it is only announced.
                 * @enum {string}
                 */
                action: "Deny" | "Warn";
            } | null;
            /** @description The partner's limit for the customer, instead of the plan's, also after its end; null: none. */
            partnerLimit: components["schemas"]["CustomerUsageLimit"] | null;
            /** @description The customer's own, at most 101. */
            ceilings: {
                /** @description A user, a team or an agent; null: the whole tenant. */
                subject: string | null;
                /** @description Up to 6 decimals; 0: nothing. */
                quantity: number;
                /** @enum {string} */
                per: "Day" | "Month" | "Year" | "Term";
                /**
                 * @description `Deny`: no reservation is granted beyond it. `Warn`: use beyond it is only announced.
                 * @enum {string}
                 */
                action: "Deny" | "Warn";
                /** Format: date-time */
                setAt: string;
                actor: string;
            }[];
            /** @description The limits in force. All that hold for a use are checked; the one with the least left decides. */
            inForce: {
                /** @enum {string} */
                setBy: "Plan" | "Partner" | "Customer";
                /** @description A user, a team or an agent; null: the whole tenant. */
                subject: string | null;
                /** @description Up to 6 decimals; 0: nothing. */
                quantity: number;
                /** @enum {string} */
                per: "Day" | "Month" | "Year" | "Term";
                /**
                 * @description `Deny`: no reservation is granted beyond it. `Warn`: use beyond it is only announced.
                 * @enum {string}
                 */
                action: "Deny" | "Warn";
                /** @description Of the present period; null: nothing was used or reserved since the limit was set or its period began. */
                use: {
                    /** Format: date-time */
                    start: string;
                    /** Format: date-time */
                    end: string | null;
                    used: number;
                    /** @description Granted, and neither committed nor released. */
                    reserved: number;
                    /** @description Used and reserved, in per cent of the limit, rounded down. */
                    percent: number;
                } | null;
            }[];
            /** @description Reservations in flight, the first to expire first; at most 100. */
            reservations: {
                /** Format: uuid */
                reservationId: string;
                /** @description A user, a team or an agent; null: the whole tenant. */
                subject: string | null;
                quantity: number;
                /** Format: date-time */
                grantedAt: string;
                /** Format: date-time */
                expiresAt: string;
            }[];
        };
        MeterHour: {
            /** Format: date-time */
            hour: string;
            /** @enum {string} */
            aggregation: "Sum" | "Count" | "Max" | "Unique";
            /** @description The aggregated events of the hour. */
            total: number;
            /** @description Events that count in the hour. */
            events: number;
            /** @description The part of them that belongs to an earlier hour, which was closed. */
            carried: number;
            /** @description Events that were sent again; they do not count. */
            duplicates: number;
            /** Format: date-time */
            closesAt: string;
            /**
             * Format: date-time
             * @description Null while the hour is open.
             */
            closedAt: string | null;
            /** @description Null while the hour is open. `skipped`: nothing of the hour exceeds the included quantity. */
            report: {
                /** Format: uuid */
                reportId: string;
                quantity: number;
                /** @enum {string} */
                state: "held" | "due" | "claimed" | "retrying" | "accepted" | "quantityMismatch" | "rejected" | "expired" | "skipped" | "notBilled";
            } | null;
        };
        StoredUsageEvent: {
            id: string;
            /** @description An event counts once by its source and id. */
            source: string;
            /** Format: date-time */
            occurredAt: string;
            /** Format: date-time */
            receivedAt: string;
            /** @description Null if none was sent. */
            quantity: number | null;
            uniqueKey: string | null;
            /** @description It belongs to an earlier hour, which was closed. */
            isCarried: boolean;
        };
        UsageDrift: {
            sourceName: string;
            marketplaceSubscriptionId: string;
            /** Format: uuid */
            subscriptionId: string | null;
            /** @description The organisation's name, or else the tenant's id; empty if unknown. */
            customer: string;
            product: string;
            dimension: string;
            /** @description The id of a dimension that the plan does not have. */
            dimensionName: string;
            /** @description Null if it is not known. */
            unit: string | null;
            /**
             * Format: date
             * @description In UTC.
             */
            day: string;
            /** @description The accepted quantity here. Exact decimal text. */
            ourQuantity: string;
            /** @description The quantity at the marketplace. Exact decimal text. */
            marketplaceQuantity: string;
            /** Format: date-time */
            firstSeenAt: string;
            /** Format: date-time */
            lastSeenAt: string;
            /**
             * Format: date-time
             * @description When the quantities were equal again; null while they differ.
             */
            resolvedAt: string | null;
        };
        UsageFile: {
            /**
             * Format: uuid
             * @description The `jti` of the file.
             */
            usageFileId: string;
            /** @description The number of events in the file. */
            events: number;
            /** @description Counted in their own hour. */
            accepted: number;
            /** @description Counted in the oldest open hour, because their own was closed. */
            carried: number;
            /** @description Counted before: in another file, or twice in this one. */
            duplicate: number;
            /** @description The first 1000 of them. */
            refused: {
                /** @description Null: it has no valid id. */
                id: string | null;
                code: string;
                message: string;
            }[];
            /** @description Their number. */
            refusedCount: number;
            /** Format: uuid */
            licenceFileId: string;
            /** Format: uuid */
            tenantId: string;
            /** @description The organisation's name, or else the tenant's id. */
            customer: string;
            /** @description Slug. */
            product: string;
            /** @description Counts the installation's files, from 1 on. */
            seq: number;
            /** Format: date-time */
            uploadedAt: string;
            uploadedBy: components["schemas"]["FileActor"];
        };
        TakenUsageFile: {
            /**
             * Format: uuid
             * @description The `jti` of the file.
             */
            usageFileId: string;
            /** @description The number of events in the file. */
            events: number;
            /** @description Counted in their own hour. */
            accepted: number;
            /** @description Counted in the oldest open hour, because their own was closed. */
            carried: number;
            /** @description Counted before: in another file, or twice in this one. */
            duplicate: number;
            /** @description The first 1000 of them. */
            refused: {
                /** @description Null: it has no valid id. */
                id: string | null;
                code: string;
                message: string;
            }[];
            /** @description Their number. */
            refusedCount: number;
            /** Format: uuid */
            licenceFileId: string;
            /** Format: uuid */
            tenantId: string;
            /** @description The organisation's name, or else the tenant's id. */
            customer: string;
            /** @description Slug. */
            product: string;
            /** @description Counts the installation's files, from 1 on. */
            seq: number;
            /** Format: date-time */
            uploadedAt: string;
            uploadedBy: components["schemas"]["FileActor"];
            /** @description True: it was uploaded before, and is not counted again. */
            isRepeated: boolean;
        };
        ListedUsageFile: {
            /**
             * Format: uuid
             * @description The `jti` of the file.
             */
            usageFileId: string;
            /** @description The number of events in the file. */
            events: number;
            /** @description Counted in their own hour. */
            accepted: number;
            /** @description Counted in the oldest open hour, because their own was closed. */
            carried: number;
            /** @description Counted before: in another file, or twice in this one. */
            duplicate: number;
            /** @description Their number. The file itself lists them. */
            refused: number;
            /** Format: uuid */
            licenceFileId: string;
            /** Format: uuid */
            tenantId: string;
            /** @description The organisation's name, or else the tenant's id. */
            customer: string;
            /** @description Slug. */
            product: string;
            /** @description Counts the installation's files, from 1 on. */
            seq: number;
            /** Format: date-time */
            uploadedAt: string;
            uploadedBy: components["schemas"]["FileActor"];
        };
        ApiKey: {
            /** @description The readable part of the key. */
            keyId: string;
            /** @description For people, such as the place where the key is used; null: none. */
            name: string | null;
            /** @description The networks that the key may be used from, in CIDR notation, or single addresses; null: from anywhere. */
            allowedNetworks: string[] | null;
            /** @enum {string} */
            status: "Active" | "Expired" | "Revoked";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string | null;
            /** Format: date-time */
            revokedAt: string | null;
            /** Format: date-time */
            lastUsedAt: string | null;
        };
        ApplicationCredential: {
            /** Format: uuid */
            credentialId: string;
            /** Format: uuid */
            applicationId: string;
            /** Format: uuid */
            tenantId: string;
            /** @enum {string} */
            status: "PendingVerification" | "Active";
            /** Format: date-time */
            challengeExpiresAt: string;
            /** @description After ten wrong attempts the challenge is void. */
            wrongTries: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            verifiedAt: string | null;
            /** Format: date-time */
            lastUsedAt: string | null;
        };
        WebhookEndpoint: {
            /** Format: uuid */
            endpointId: string;
            /** @description Begins with `https://` and must be on the public internet. */
            url: string;
            description: string;
            /** @description Types and groups such as `subscription.*`; null: all, including later ones. */
            eventTypes: ("subscription.*" | "entitlement.*" | "seat.*" | "usage.*" | "licence.*" | "subscription.created" | "subscription.activated" | "subscription.plan_changed" | "subscription.quantity_changed" | "subscription.renewed" | "subscription.suspended" | "subscription.reinstated" | "subscription.cancellation_scheduled" | "subscription.cancelled" | "subscription.expired" | "subscription.trial_ending" | "entitlement.changed" | "seat.assigned" | "seat.released" | "usage.threshold_reached" | "usage.period_closed" | "licence.issued" | "licence.revoked")[] | null;
            /** @description Slugs of the products whose events it receives; null: all, including later ones. */
            products: string[] | null;
            /** @description The maximum of deliveries per minute; null: no limit. */
            rateLimitPerMinute: number | null;
            headerNames: string[];
            enabled: boolean;
            /** @description The time and the reason: by a member, by a response 410, or after five days of failures. */
            disabled: {
                /** @enum {string} */
                reason: "ByPartner" | "Gone" | "Failing";
                /** Format: date-time */
                at: string;
            } | null;
            /**
             * Format: date-time
             * @description The first failure since the last success.
             */
            failingSince: string | null;
            /**
             * Format: date-time
             * @description Until then the previous secret signs too.
             */
            previousSecretEndsAt: string | null;
            /** @description The secrets that sign beside the current one, newest first, each until its end. */
            previousSecrets: {
                /** Format: date-time */
                endsAt: string;
            }[];
            /** Format: date-time */
            createdAt: string;
        };
        WebhookDelivery: {
            /** Format: uuid */
            endpointId: string;
            /**
             * Format: uuid
             * @description Sent as `webhook-id`.
             */
            eventId: string;
            /** @description 0 is the first delivery of the event to the endpoint; each replay is another one. */
            replay: number;
            /**
             * @description New versions add types.
             * @enum {string}
             */
            type: "subscription.created" | "subscription.activated" | "subscription.plan_changed" | "subscription.quantity_changed" | "subscription.renewed" | "subscription.suspended" | "subscription.reinstated" | "subscription.cancellation_scheduled" | "subscription.cancelled" | "subscription.expired" | "subscription.trial_ending" | "entitlement.changed" | "seat.assigned" | "seat.released" | "usage.threshold_reached" | "usage.period_closed" | "licence.issued" | "licence.revoked" | "webhook.test";
            /** Format: date-time */
            occurredAt: string;
            /** Format: uuid */
            tenantId: string | null;
            /** @description The name of the tenant’s organisation; null without one. */
            organisation: string | null;
            /** @enum {string} */
            outcome: "Pending" | "Delivered" | "Failed" | "Cancelled";
            /**
             * Format: date-time
             * @description Null in a final state.
             */
            nextTryAt: string | null;
            tries: number;
            /** @description The last stored attempt. */
            lastTry: {
                /** Format: date-time */
                at: string;
                /** @description The HTTP status of the response; null without a response. */
                status: number | null;
                error: string | null;
            } | null;
        };
        WebhookDeliveryDetails: {
            /** Format: uuid */
            endpointId: string;
            /**
             * Format: uuid
             * @description Sent as `webhook-id`.
             */
            eventId: string;
            /** @description 0 is the first delivery of the event to the endpoint; each replay is another one. */
            replay: number;
            /**
             * @description New versions add types.
             * @enum {string}
             */
            type: "subscription.created" | "subscription.activated" | "subscription.plan_changed" | "subscription.quantity_changed" | "subscription.renewed" | "subscription.suspended" | "subscription.reinstated" | "subscription.cancellation_scheduled" | "subscription.cancelled" | "subscription.expired" | "subscription.trial_ending" | "entitlement.changed" | "seat.assigned" | "seat.released" | "usage.threshold_reached" | "usage.period_closed" | "licence.issued" | "licence.revoked" | "webhook.test";
            /** Format: date-time */
            occurredAt: string;
            /** Format: uuid */
            tenantId: string | null;
            /** @description The name of the tenant’s organisation; null without one. */
            organisation: string | null;
            /** @enum {string} */
            outcome: "Pending" | "Delivered" | "Failed" | "Cancelled";
            /**
             * Format: date-time
             * @description Null in a final state.
             */
            nextTryAt: string | null;
            tries: number;
            /** @description The exact body of every attempt. */
            body: string;
            /** @description The stored attempts, newest first. */
            attempts: {
                /** @description The number of the attempt; numbers may be missing. */
                attempt: number;
                /** Format: date-time */
                at: string;
                /** @description The HTTP status of the response; null without a response. */
                status: number | null;
                durationMilliseconds: number;
                /** @description The first 1 KiB. */
                answer: string | null;
                /** @description The error, if there was no response. */
                error: string | null;
            }[];
        };
        MarketplaceConnection: {
            /** Format: uuid */
            connectionId: string;
            /**
             * @description The marketplace; never changes.
             * @enum {string}
             */
            kind: "Microsoft" | "Aws";
            /** @description What its marketplace can do. */
            traits: {
                /** @description Purchases name the customer's tenant; otherwise the first that confirms is the customer. */
                namesCustomer: boolean;
                /** @description Purchases wait for an activation, which begins the billing. */
                canActivate: boolean;
                /** @description Changes of plan and quantity, and cancellations, can be requested. */
                canChange: boolean;
                /** @description Lists the plans of an offer, which mappings are compared with. */
                listsPlans: boolean;
                /** @description Accepted usage can be read, and is compared. */
                canReadUsage: boolean;
                /** @description The marketplace suspends subscriptions, and reinstates them. */
                suspends: boolean;
            };
            /** @description The source of the marketplace mappings that use it. */
            sourceName: string;
            /** @description The identity provider that issues its tokens and signs those of the marketplace; empty for an account of a seller. */
            authUrl: string;
            /** @description Empty for an account of a seller at the marketplace itself. */
            marketplaceUrl: string;
            /**
             * Format: uuid
             * @description The tenant of the application. An account of a seller has none: then it is always `00000000-0000-0000-0000-000000000000`, and `seller` is not null.
             */
            tenantId: string;
            /**
             * Format: uuid
             * @description The id of the application. An account of a seller has none: then it is always `00000000-0000-0000-0000-000000000000`, and `seller` is not null.
             */
            clientId: string;
            /** @description The account of a seller; null for an application. */
            seller: {
                /** @description The number of the account that published the products. */
                sellerAccount: string;
                /** @description Where usage is metered; stays once usage was reported. */
                region: string;
                /** @description Null: the node's own credential. */
                accessKeyId: string | null;
                /** @description The role that is assumed; null: none. */
                roleArn: string | null;
                /** @description For the role's trust policy. */
                externalId: string;
                /** @description The address of an emulator; null: the marketplace. */
                endpointUrl: string | null;
                /** @description Whether hours without usage are reported as 0. */
                sendZeros: boolean;
                /**
                 * Format: date-time
                 * @description Until when the previous event secret is accepted; null: there is none.
                 */
                previousEventSecretEndsAt: string | null;
                /** @description Whether pay as you go is compared with the agreements at the marketplace. False: its account does not grant `SearchAgreements` and `DescribeAgreement`. Null: not compared yet. */
                reconcilesAgreements: boolean | null;
            } | null;
            /** @description For development: notifications are accepted without the marketplace's token. */
            acceptsUnsignedCalls: boolean;
            credential: {
                /**
                 * @description New versions add kinds.
                 * @enum {string}
                 */
                kind: "secret" | "certificate" | "accessKey" | "node";
                /**
                 * Format: date-time
                 * @description The expiry; null if not set.
                 */
                endsAt: string | null;
            };
            /**
             * @description The worst of its credential, its requests, its reconciliation and the findings of its last check.
             * @enum {string}
             */
            state: "Fine" | "Warning" | "Failing";
            /** @description For the technical configuration of the offers. For an account of a seller: where its events are sent, with the event secret in the header `X-Tessera-Event-Secret`. */
            webhookUrl: string;
            /** @description For the technical configuration of the offers. */
            landingPageUrl: string;
            /** @description The customer's page, for links from the application: subscriptions, usage and seats. */
            accountUrl: string;
            /** @description The purchase page of the demo’s emulator of the marketplace; with `offerId` and `planId` added, the plan is chosen. Null: a real marketplace, where a test purchase is a private one. */
            testPurchaseUrl: string | null;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the last notification with a valid token arrived.
             */
            lastCallAt: string | null;
            reconciliation: {
                /** @enum {string} */
                state: "Idle" | "Asked" | "Running";
                /** Format: date-time */
                askedAt: string | null;
                /** Format: date-time */
                doneAt: string | null;
                /** @description The result of the last one; each repair is a notice in the inbox. */
                result: {
                    compared: number;
                    unreadable: number;
                    repaired: number;
                    unrepaired: number;
                } | null;
                /** @description The error of the last run; null if it succeeded. */
                failure: string | null;
            };
            /**
             * Format: date-time
             * @description Null: not yet, or never because the marketplace does not show usage.
             */
            usageComparedAt: string | null;
            /** @description The findings of the last check; null if there was none. */
            lastCheck: {
                /** Format: date-time */
                checkedAt: string;
                findings: components["schemas"]["ConnectionFinding"][];
            } | null;
            /** @description Requests that send usage fail and pause; null while they succeed. */
            circuit: {
                /** Format: date-time */
                since: string;
                reason: string;
                /** Format: date-time */
                restsUntil: string;
            } | null;
        };
        ConnectionFinding: {
            /** @enum {string} */
            check: "credential" | "credentialEnd" | "fulfilment" | "plans" | "dimensions" | "metering" | "webhook" | "landingPage";
            /** @enum {string} */
            outcome: "Fine" | "Warning" | "Failing" | "NotChecked";
            /** @description The finding as text. */
            what: string;
            /** @description How to fix it; null: nothing to do. */
            howToMend: string | null;
            /**
             * Format: uuid
             * @description The mapping to correct; null if it is not about one.
             */
            mappingId: string | null;
            /** @description The dimension of the mapping that the marketplace does not have. */
            dimension?: string;
        };
        MarketplaceOffer: {
            offerId: string;
            /** @description Why its plans could not be read; null: they are listed. */
            failure: string | null;
            plans: {
                planId: string;
                name: string;
                isPrivate: boolean;
                /** @description Whether it is sold by the seat. */
                isPerUser: boolean;
                isForSale: boolean;
                dimensions: {
                    id: string;
                    name: string;
                    unit: string;
                }[];
            }[];
        };
        ImportRow: {
            /** @description The id at the marketplace. */
            id: string;
            /**
             * Format: uuid
             * @description The customer: the tenant of the beneficiary; null if the marketplace names none.
             */
            tenantId: string | null;
            /** @description The name of the customer’s organisation; null without one. */
            organisation: string | null;
            /** @description An e-mail address, by the export or the marketplace. */
            contact: string | null;
            /** @description The offer at the marketplace; null if it cannot be read. */
            offerId: string | null;
            /** @description The plan at the marketplace. */
            planId: string | null;
            /**
             * @description The status at the marketplace.
             * @enum {unknown}
             */
            status: "PendingFulfillmentStart" | "Subscribed" | "Suspended" | "Unsubscribed" | "NotStarted" | "Unknown" | null;
            /** @description The seats at the marketplace. */
            quantity: number | null;
            /** @description The plan here, by slug; null if its plan is not mapped. */
            plan: {
                product: string;
                plan: string;
            } | null;
            /**
             * Format: uuid
             * @description The subscription here; null if there is none.
             */
            subscriptionId: string | null;
            /** @description Why, or what is missing; null if the outcome says it. */
            reason: string | null;
            warnings: string[];
            /**
             * @description `Add`, `Change`: what applying it does. `Same`: nothing to do. `AwaitsPublishing`: its plan is a draft; import it again when the plan is published. `NotActivated`, `Ended`: nothing to take over. `Refused`: a person has to look at it.
             * @enum {string}
             */
            outcome: "Add" | "Change" | "Same" | "AwaitsPublishing" | "NotActivated" | "Ended" | "Refused";
            /** @description Send it back to apply the row as it is shown. */
            fingerprint: string;
        };
        AppliedImportRow: {
            /** @description The id at the marketplace. */
            id: string;
            /**
             * Format: uuid
             * @description The customer: the tenant of the beneficiary; null if the marketplace names none.
             */
            tenantId: string | null;
            /** @description The name of the customer’s organisation; null without one. */
            organisation: string | null;
            /** @description An e-mail address, by the export or the marketplace. */
            contact: string | null;
            /** @description The offer at the marketplace; null if it cannot be read. */
            offerId: string | null;
            /** @description The plan at the marketplace. */
            planId: string | null;
            /**
             * @description The status at the marketplace.
             * @enum {unknown}
             */
            status: "PendingFulfillmentStart" | "Subscribed" | "Suspended" | "Unsubscribed" | "NotStarted" | "Unknown" | null;
            /** @description The seats at the marketplace. */
            quantity: number | null;
            /** @description The plan here, by slug; null if its plan is not mapped. */
            plan: {
                product: string;
                plan: string;
            } | null;
            /**
             * Format: uuid
             * @description The subscription here; null if there is none.
             */
            subscriptionId: string | null;
            /** @description Why, or what is missing; null if the outcome says it. */
            reason: string | null;
            warnings: string[];
            /**
             * @description As in the plan; `Added` and `Changed`: done. `Outdated`: it is not as planned any more.
             * @enum {string}
             */
            outcome: "Add" | "Change" | "Same" | "AwaitsPublishing" | "NotActivated" | "Ended" | "Refused" | "Added" | "Changed" | "Outdated";
        };
        MarketplaceCall: {
            /** Format: uuid */
            callId: string;
            sourceName: string;
            /** @description The id of the operation at the marketplace. */
            operationId: string;
            marketplaceSubscriptionId: string;
            /**
             * Format: uuid
             * @description The subscription here; null if there is none.
             */
            subscriptionId: string | null;
            /**
             * Format: uuid
             * @description Of the subscription.
             */
            tenantId: string | null;
            /** @description The name of the tenant’s organisation; null without one. */
            organisation: string | null;
            /** @description The raw name. */
            action: string;
            /** @description Unknown actions change nothing and raise a notice. */
            isKnownAction: boolean;
            /**
             * @description `Publisher`: requested from here. Null if the marketplace omits it.
             * @enum {unknown}
             */
            requestedBy: "Marketplace" | "Publisher" | null;
            /** @enum {string} */
            state: "Received" | "Applied" | "Refused" | "Ignored" | "Failed";
            /** @description The reason of the state, or the failure of the last attempt. */
            detail: string | null;
            /** @description The changes of the subscription, in order. Empty without a change; then `detail` has the reason. */
            moves: {
                /** @enum {string} */
                move: "activate" | "changePlan" | "changeQuantity" | "suspend" | "reinstate" | "renew" | "cancelNow" | "cancelAtTermEnd" | "expire";
            }[];
            /** Format: date-time */
            receivedAt: string;
            /** @description How often it was received again. */
            repeats: number;
            attempts: number;
            /**
             * Format: date-time
             * @description The next attempt; null in a final state.
             */
            dueAt: string | null;
            /** Format: date-time */
            decidedAt: string | null;
        };
        MarketplaceCallDetails: {
            /** Format: uuid */
            callId: string;
            sourceName: string;
            /** @description The id of the operation at the marketplace. */
            operationId: string;
            marketplaceSubscriptionId: string;
            /**
             * Format: uuid
             * @description The subscription here; null if there is none.
             */
            subscriptionId: string | null;
            /**
             * Format: uuid
             * @description Of the subscription.
             */
            tenantId: string | null;
            /** @description The name of the tenant’s organisation; null without one. */
            organisation: string | null;
            /** @description The raw name. */
            action: string;
            /** @description Unknown actions change nothing and raise a notice. */
            isKnownAction: boolean;
            /**
             * @description `Publisher`: requested from here. Null if the marketplace omits it.
             * @enum {unknown}
             */
            requestedBy: "Marketplace" | "Publisher" | null;
            /** @enum {string} */
            state: "Received" | "Applied" | "Refused" | "Ignored" | "Failed";
            /** @description The reason of the state, or the failure of the last attempt. */
            detail: string | null;
            /** @description The changes of the subscription, in order. Empty without a change; then `detail` has the reason. */
            moves: {
                /** @enum {string} */
                move: "activate" | "changePlan" | "changeQuantity" | "suspend" | "reinstate" | "renew" | "cancelNow" | "cancelAtTermEnd" | "expire";
            }[];
            /** Format: date-time */
            receivedAt: string;
            /** @description How often it was received again. */
            repeats: number;
            attempts: number;
            /**
             * Format: date-time
             * @description The next attempt; null in a final state.
             */
            dueAt: string | null;
            /** Format: date-time */
            decidedAt: string | null;
            /** @description The raw body; for a change requested from here, the request. */
            body: {
                [key: string]: unknown;
            };
        };
        Purchase: {
            marketplaceSubscriptionId: string;
            /**
             * Format: uuid
             * @description The Pending subscription here; null until the buyer has confirmed the purchase.
             */
            subscriptionId: string | null;
            /**
             * Format: date-time
             * @description As the marketplace says, or when the purchase was first seen.
             */
            boughtAt: string;
            /** Format: uuid */
            tenantId: string | null;
            organisation: {
                /** Format: uuid */
                organisationId: string;
                name: string;
            } | null;
            buyerEmail: string | null;
            /** @description The buyer's account number, where the marketplace names the buyer by that alone. */
            account: string | null;
            quantity: number | null;
            /** @description The id at the marketplace; null until the marketplace has listed the purchase. */
            offerId: string | null;
            /** @description The id at the marketplace; null until the marketplace has listed the purchase. */
            planId: string | null;
            /** @description Null while the plan is not mapped. */
            product: {
                slug: string;
                name: string;
            } | null;
            /** @description Null while the plan is not mapped. */
            plan: {
                slug: string;
                name: string;
            } | null;
            /** @description The connection that sold it; null if there is none. */
            connection: {
                /** Format: uuid */
                connectionId: string;
                sourceName: string;
            } | null;
            /**
             * @description Why it is not active. New versions add reasons.
             * @enum {string}
             */
            reason: "ConnectionMissing" | "ConnectionFailing" | "UnknownAtMarketplace" | "BeneficiaryMissing" | "PlanNotMapped" | "ActivationFailed" | "ActivationUnfinished" | "BuyerNotFinished" | "WrongAccount" | "BuyerNotArrived";
            /** @description The reason in words, with the marketplace's last error. */
            reasonText: string;
            whatToDo: string;
            /** @description Whether an activation from here can succeed. */
            canActivate: boolean;
            /** @description Whether staff can assign it to a customer: the marketplace names none, and nobody has confirmed it. */
            canAssign: boolean;
            /** @description Whether its end can be requested from here: nobody has confirmed it, and the marketplace takes requests. */
            canCancel: boolean;
            /**
             * Format: date-time
             * @description When the buyer first opened the landing page.
             */
            openedAt: string | null;
            /** @description Visits of the landing page in the last 30 days by users who may not confirm the purchase: the latest visit of up to ten users, the latest first. */
            wrongAccounts: {
                /** @description Null for a personal account: whose it is, is not stored. */
                username: string | null;
                /** Format: uuid */
                tenantId: string;
                /** @description A personal Microsoft account, of no organisation. */
                isPersonal: boolean;
                /** @description The name of the organisation, if it is a customer. */
                organisation: string | null;
                /** Format: date-time */
                visitedAt: string;
            }[];
            /**
             * Format: date-time
             * @description When the marketplace last refused a request about it.
             */
            failedAt: string | null;
            /**
             * Format: date-time
             * @description When the marketplace last listed it.
             */
            comparedAt: string | null;
            /** @description For the buyer: leads to the landing page of this purchase for 14 days. The buyer signs in and confirms there. Null if there is no page to lead to. */
            landingLink: string | null;
        };
        IdpConnection: {
            /** Format: uuid */
            productId: string;
            product: {
                slug: string;
                name: string;
            };
            /**
             * Format: uuid
             * @description The application that reads the licences.
             */
            clientId: string;
        };
        Product: {
            /** Format: uuid */
            productId: string;
            slug: string;
            /** @description For display. One line, without control and text-direction characters. */
            name: string;
            types: ("WebApp" | "TeamsApp" | "SharePointApp" | "OfficeAddIn" | "PowerPlatformSolution")[];
            categories: {
                slug: string;
                name: string;
            }[];
            /** @description Where customers open the product after a purchase; null if it has no single address. */
            applicationUrl: string | null;
            /** @description Where customers get help: an e-mail address or an https URL. Shown on the pages of customers. */
            supportContact: string | null;
            /** @description The colour of links and buttons on the pages of customers, such as `#1a5fb4`. Where text would be hard to read, a darker or lighter shade is shown. */
            accentColour: string | null;
            /** @description Shown on the pages of customers; not part of the catalogue file. */
            logo: {
                /** @description The path of the image, public. */
                url: string;
                /** @enum {string} */
                mediaType: "image/png" | "image/jpeg" | "image/svg+xml";
                bytes: number;
            } | null;
            /** @enum {string} */
            status: "Draft" | "Published" | "Archived";
            /** @description Lowest rank first. */
            editions: {
                slug: string;
                name: string;
                /** @description Of several editions of a tenant the highest rank decides. */
                rank: number;
            }[];
            /** @description Of every status, in the order of their editions' ranks, then by slug. */
            plans: {
                slug: string;
                /** @enum {string} */
                status: "Draft" | "Published" | "Archived";
                /** @description For display. One line, without control and text-direction characters. */
                name: string;
                /** @description The slug of its edition. */
                edition: string;
                /** @enum {string} */
                licenceModel: "TenantWide" | "Seats" | "IdpManaged";
                /** @enum {string} */
                billingModel: "FlatRate" | "PerUser";
                /** @description Replaces all existing ones. */
                capabilities: {
                    [key: string]: boolean;
                };
                /** @description Replaces all existing ones. */
                limits: {
                    [key: string]: number;
                };
                /** @description The identity provider's name for the plan; null if its licences are not managed there. */
                serviceIdentifier: string | null;
                marketplace: {
                    /** Format: uuid */
                    mappingId: string;
                    /** @description Which marketplace: the name of its connection. One line, without control and text-direction characters. */
                    sourceName: string;
                    /** @description One line, without control and text-direction characters. */
                    offerId: string;
                    /** @description The marketplace’s id of the plan. One line, without control and text-direction characters. */
                    planId: string;
                    /** @description Custom meters; only for flat-rate plans. */
                    dimensions: {
                        /** @description One line, without control and text-direction characters. */
                        id: string;
                        /** @description For display. One line, without control and text-direction characters. */
                        name: string;
                        /** @description One line, without control and text-direction characters. */
                        unit: string;
                        /**
                         * @description `Records` (default): the application reports the total of each hour. `Events`: it sends usage events. Another intake or aggregation takes effect at the next full hour, and can be changed again 24 hours later.
                         * @enum {string}
                         */
                        intake?: "Records" | "Events";
                        /**
                         * @description How the events of an hour are aggregated; required for events.
                         * @enum {string|null}
                         */
                        aggregation?: "Sum" | "Count" | "Max" | "Unique" | null;
                        included?: {
                            /** @description Up to 6 decimals. */
                            quantity: number;
                            /** @enum {string} */
                            per: "Month" | "Year" | "Term";
                        } | null;
                        limit?: {
                            /** @description Up to 6 decimals. */
                            quantity: number;
                            /** @enum {string} */
                            per: "Day" | "Month" | "Year" | "Term";
                            /**
                             * @description `Deny`: no reservation is granted beyond it. `Warn`: use beyond it is only announced.
                             * @enum {string}
                             */
                            action: "Deny" | "Warn";
                        } | null;
                        /** @description When the use of a period is announced, in per cent of the included quantity or the usage limit, ascending. Default: 50, 80, 100. */
                        alertPercents?: number[];
                    }[];
                }[];
            }[];
            /** @description Texts for display, by the names that plans use. Names without a label are missing. */
            labels: {
                capabilities: {
                    [key: string]: {
                        /** @description The display name; null: show the name that the plans use. */
                        name: string | null;
                        /** @description What a customer gets. */
                        description: string | null;
                        /** @description Whether the pages of customers leave it out. */
                        isHidden: boolean;
                    };
                };
                limits: {
                    [key: string]: {
                        /** @description The display name; null: show the name that the plans use. */
                        name: string | null;
                        /** @description What a customer gets. */
                        description: string | null;
                        /** @description Whether the pages of customers leave it out. */
                        isHidden: boolean;
                        /** @description What the limit counts, shown after the number. */
                        unit: string | null;
                        /**
                         * @description What a plan without the limit grants; null: not set.
                         * @enum {string|null}
                         */
                        absentMeans: "None" | "Unlimited" | null;
                    };
                };
            };
            /** @description The names that occur in any plan, sorted. */
            capabilities: string[];
            /** @description The names that occur in any plan, sorted. */
            limits: string[];
            /** Format: date-time */
            createdAt: string;
        };
        ProductSummary: {
            /** Format: uuid */
            productId: string;
            slug: string;
            name: string;
            /** @enum {string} */
            status: "Draft" | "Published" | "Archived";
            types: ("WebApp" | "TeamsApp" | "SharePointApp" | "OfficeAddIn" | "PowerPlatformSolution")[];
            categories: {
                slug: string;
                name: string;
            }[];
            /** @description The number of editions. */
            editions: number;
            /** @description The number of plans by status. */
            plans: {
                Draft: number;
                Published: number;
                Archived: number;
            };
            /** Format: date-time */
            createdAt: string;
        };
        CatalogueChange: {
            /** @enum {string} */
            action: "category.added" | "category.changed" | "category.removed" | "product.added" | "product.changed" | "product.published" | "product.archived" | "product.removed" | "edition.added" | "edition.changed" | "edition.removed" | "plan.added" | "plan.changed" | "plan.published" | "plan.archived" | "plan.removed" | "plan_mapping.added" | "plan_mapping.changed" | "plan_mapping.removed";
            subject: {
                /** @enum {string} */
                kind: "Workspace" | "Member" | "ServiceAccount" | "ServiceAccountKey" | "ApiClient" | "ApiKey" | "ApplicationCredential" | "WebhookEndpoint" | "MarketplaceConnection" | "IdpConnection" | "Organisation" | "Customer" | "CustomerMember" | "Subscription" | "UsageReport" | "Notice" | "Category" | "Product" | "Edition" | "Plan";
                /** @description A slug, below a product `product/plan` or `product/edition`. */
                id: string;
            };
            before: {
                [key: string]: unknown;
            } | null;
            after: {
                [key: string]: unknown;
            } | null;
        };
        CatalogueImpact: {
            /** @description The changes. */
            changes: components["schemas"]["CatalogueChange"][];
            /** @description The products that change, with the names to show for keys and slugs. */
            products: {
                slug: string;
                name: string;
                /** @description Texts for display, by the names that plans use. Names without a label are missing. */
                labels: {
                    capabilities: {
                        [key: string]: {
                            /** @description The display name; null: show the name that the plans use. */
                            name: string | null;
                            /** @description What a customer gets. */
                            description: string | null;
                            /** @description Whether the pages of customers leave it out. */
                            isHidden: boolean;
                        };
                    };
                    limits: {
                        [key: string]: {
                            /** @description The display name; null: show the name that the plans use. */
                            name: string | null;
                            /** @description What a customer gets. */
                            description: string | null;
                            /** @description Whether the pages of customers leave it out. */
                            isHidden: boolean;
                            /** @description What the limit counts, shown after the number. */
                            unit: string | null;
                            /**
                             * @description What a plan without the limit grants; null: not set.
                             * @enum {string|null}
                             */
                            absentMeans: "None" | "Unlimited" | null;
                        };
                    };
                };
                /** @description The plans that change. */
                plans: {
                    slug: string;
                    name: string;
                }[];
            }[];
            /** @description An answer is the entitlement of one tenant to one product. */
            answers: {
                compared: number;
                changed: number;
            };
            /** @description False if there were more answers than a preview compares. */
            isComplete: boolean;
            /** @description The number of answers in which the capability would be turned on or off. */
            capabilities: {
                capability: string;
                gained: number;
                lost: number;
            }[];
            /** @description The changed limits of plans. An answer has the highest value over the plans in force, so it may stay the same. */
            limits: {
                product: string;
                plan: string;
                limit: string;
                before: number | null;
                after: number | null;
                /** @description The number of tenants with the plan in force. */
                tenants: number;
            }[];
            /** @description The dimensions whose intake or aggregation would change, from the next full hour on, or whose included quantity, usage limit or alerts would. */
            meters: {
                product: string;
                plan: string;
                sourceName: string;
                dimension: string;
                before: {
                    /** @enum {string} */
                    intake: "Records" | "Events";
                    /** @enum {string|null} */
                    aggregation: "Sum" | "Count" | "Max" | "Unique" | null;
                    included: {
                        quantity: number;
                        /** @enum {string} */
                        per: "Month" | "Year" | "Term";
                    } | null;
                    limit: {
                        quantity: number;
                        /** @enum {string} */
                        per: "Day" | "Month" | "Year" | "Term";
                        /**
                         * @description `Deny`: no reservation is granted beyond it. `Warn`: use beyond it is only announced.
                         * @enum {string}
                         */
                        action: "Deny" | "Warn";
                    } | null;
                    alertPercents: number[];
                };
                after: {
                    /** @enum {string} */
                    intake: "Records" | "Events";
                    /** @enum {string|null} */
                    aggregation: "Sum" | "Count" | "Max" | "Unique" | null;
                    included: {
                        quantity: number;
                        /** @enum {string} */
                        per: "Month" | "Year" | "Term";
                    } | null;
                    limit: {
                        quantity: number;
                        /** @enum {string} */
                        per: "Day" | "Month" | "Year" | "Term";
                        /**
                         * @description `Deny`: no reservation is granted beyond it. `Warn`: use beyond it is only announced.
                         * @enum {string}
                         */
                        action: "Deny" | "Warn";
                    } | null;
                    alertPercents: number[];
                };
                /** @description The number of marketplace subscriptions to the plan that have not ended. */
                subscriptions: number;
            }[];
            /** @description The number of answers in which each member would change. */
            members: {
                member: string;
                answers: number;
            }[];
            /** @description The first 20. */
            examples: {
                product: string;
                /** Format: uuid */
                tenantId: string;
                /** @description The name, if known. */
                organisation: string | null;
                members: string[];
                gained: string[];
                lost: string[];
            }[];
        };
        ProductVersion: {
            /** @description Counts the changes of the product, as its `ETag` does. */
            revision: number;
            /** Format: date-time */
            recordedAt: string;
            isCurrent: boolean;
            /** @description Null if no person, service account or command made the change, or the audit log has ended. */
            actor: {
                /** @enum {string} */
                kind: "Member" | "Command" | "Visitor" | "Application" | "ServiceAccount";
                id: string;
                /** @description The name at that time. */
                name: string;
                address: string | null;
            } | null;
            /** @description Why an edit of the catalogue was made, if somebody said so. */
            reason: string | null;
            /** @description The version of the product that an edit of the catalogue restored. */
            restoredRevision: number | null;
            /** @description As in the audit log; empty for a version from before versions were kept. */
            changes: components["schemas"]["CatalogueChange"][];
            /** @description Null if it was not counted. */
            affected: {
                /** @description The number of tenants whose entitlement the change altered. */
                customers: number;
                /** @description The first 20, with the name of their organisation now. */
                tenants: {
                    /** Format: uuid */
                    tenantId: string;
                    organisation: string | null;
                }[];
            } | null;
        };
        Category: {
            slug: string;
            name: string;
        };
        PlanMapping: {
            /** Format: uuid */
            mappingId: string;
            /** @description The slug of its product. */
            product: string;
            productName: string;
            /** @description The slug of the mapped plan. */
            plan: string;
            planName: string;
            /** @enum {string} */
            planStatus: "Draft" | "Published" | "Archived";
            /** @enum {string} */
            billingModel: "FlatRate" | "PerUser";
            /** @description Which marketplace: the name of its connection. One line, without control and text-direction characters. */
            sourceName: string;
            /** @description One line, without control and text-direction characters. */
            offerId: string;
            /** @description The marketplace’s id of the plan. One line, without control and text-direction characters. */
            planId: string;
            /** @description Custom meters; only for flat-rate plans. */
            dimensions: {
                /** @description One line, without control and text-direction characters. */
                id: string;
                /** @description For display. One line, without control and text-direction characters. */
                name: string;
                /** @description One line, without control and text-direction characters. */
                unit: string;
                /**
                 * @description `Records` (default): the application reports the total of each hour. `Events`: it sends usage events. Another intake or aggregation takes effect at the next full hour, and can be changed again 24 hours later.
                 * @enum {string}
                 */
                intake?: "Records" | "Events";
                /**
                 * @description How the events of an hour are aggregated; required for events.
                 * @enum {string|null}
                 */
                aggregation?: "Sum" | "Count" | "Max" | "Unique" | null;
                included?: {
                    /** @description Up to 6 decimals. */
                    quantity: number;
                    /** @enum {string} */
                    per: "Month" | "Year" | "Term";
                } | null;
                limit?: {
                    /** @description Up to 6 decimals. */
                    quantity: number;
                    /** @enum {string} */
                    per: "Day" | "Month" | "Year" | "Term";
                    /**
                     * @description `Deny`: no reservation is granted beyond it. `Warn`: use beyond it is only announced.
                     * @enum {string}
                     */
                    action: "Deny" | "Warn";
                } | null;
                /** @description When the use of a period is announced, in per cent of the included quantity or the usage limit, ascending. Default: 50, 80, 100. */
                alertPercents?: number[];
            }[];
        };
    };
}
export type $defs = Record<string, never>;
export interface operations {
    signIn: {
        parameters: {
            query?: {
                /** @description A path within this service. */
                returnTo?: string;
                loginHint?: string;
                /** @description `choose` shows the account picker, also to somebody who is signed in. */
                account?: "choose";
            };
        };
    };
    signInByLink: {
        parameters: {
            query: {
                token: string;
            };
        };
    };
    readMe: {
        responses: {
            /** @description The person and their workspaces. */
            200: {
                content: {
                    "application/json": {
                        name: string | null;
                        email: string;
                        session: {
                            /** Format: date-time */
                            startedAt: string;
                            /**
                             * Format: date-time
                             * @description Each request extends it.
                             */
                            endsAt: string;
                        };
                        workspaces: {
                            /** Format: uuid */
                            workspaceId: string;
                            slug: string;
                            name: string;
                            /** Format: uuid */
                            memberId: string;
                            /** @enum {string} */
                            role: "Partner administrator" | "Integration manager" | "Catalogue manager" | "Subscription support" | "Viewer";
                            /**
                             * Format: uuid
                             * @description The tenant of the account at the identity provider.
                             */
                            tenantId: string | null;
                            permissions: ("read" | "change:members" | "change:settings" | "change:apiClients" | "change:webhooks" | "change:catalogue" | "change:customers" | "change:subscriptions" | "change:usage" | "change:inbox")[];
                            /** @description The operator has suspended the workspace: it cannot be used. */
                            isSuspended: boolean;
                        }[];
                    };
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: {
                everywhere?: boolean;
            };
        };
    };
    listSessions: {
        responses: {
            /** @description The sessions that have not ended. */
            200: {
                content: {
                    "application/json": {
                        /** @description Newest first. */
                        items: {
                            /** Format: uuid */
                            sessionId: string;
                            /** Format: date-time */
                            startedAt: string;
                            /** Format: date-time */
                            lastSeenAt: string;
                            /** Format: date-time */
                            endsAt: string;
                            address: string | null;
                            /** @description Whether it is the session of this request. */
                            isCurrent: boolean;
                        }[];
                    };
                };
            };
        };
    };
    endSession: {
        parameters: {
            path: {
                sessionId: string;
            };
        };
    };
    readMailPreferences: {
        responses: {
            /** @description One item for each workspace. */
            200: {
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            workspaceId: string;
                            /** Format: uuid */
                            memberId: string;
                            /** @description Where the mails go. */
                            email: string;
                            /** @description The weekly mail about customers at risk. Until the person chooses, only Partner administrators get it. */
                            customersAtRisk: boolean;
                        }[];
                        /** @description False if no mail server is configured: no mail is sent. */
                        sendsMails: boolean;
                    };
                };
            };
        };
    };
    changeMailPreferences: {
        parameters: {
            path: {
                memberId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The weekly mail about customers at risk. Until the person chooses, only Partner administrators get it. */
                    customersAtRisk: boolean;
                };
            };
        };
        responses: {
            /** @description The preferences. */
            200: {
                content: {
                    "application/json": components["schemas"]["MailPreferences"];
                };
            };
        };
    };
    readOverview: {
        parameters: {
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description Figures, and items that need a person. */
            200: {
                content: {
                    "application/json": {
                        /** Format: date-time */
                        evaluatedAt: string;
                        subscriptions: {
                            now: {
                                Pending: number;
                                Active: number;
                                Suspended: number;
                                Cancelled: number;
                                Expired: number;
                            };
                            /** @description Subscriptions by status at the end of each of the last 30 days, in UTC. */
                            days: {
                                /** Format: date */
                                day: string;
                                counts: {
                                    Pending: number;
                                    Active: number;
                                    Suspended: number;
                                    Cancelled: number;
                                    Expired: number;
                                };
                            }[];
                        };
                        usage: {
                            /** @description Reports accepted by the marketplace since midnight, UTC. */
                            acceptedToday: number;
                            /** @description Rejected, expired or with a different quantity at the marketplace, since midnight. */
                            lostToday: number;
                            held: number;
                            due: number;
                            claimed: number;
                            retrying: number;
                            /** @description Undecided, and the last attempt failed. */
                            failing: number;
                        };
                        webhooks: {
                            /** @description Of the events of the last 24 hours. */
                            delivered: number;
                            failed: number;
                            /** @description Undecided, after a failed attempt. */
                            failing: number;
                            waiting: number;
                            /** @description The share of attempted events that was delivered; null if none was attempted. */
                            successRate: number | null;
                        };
                        /** @description The 20 clients with the most calls. */
                        apiClients: {
                            /** Format: uuid */
                            apiClientId: string;
                            name: string;
                            enabled: boolean;
                            effectiveRateLimit: number;
                            /** @description In the last 24 hours. */
                            calls: number;
                            refused: number;
                        }[];
                        /** @description Items that need a person, by kind; kinds without items are omitted. */
                        attention: {
                            /**
                             * @description New versions add kinds.
                             * @enum {string}
                             */
                            kind: "Notice" | "PurchasePending" | "ApiKeyEnding" | "MarketplaceCredentialEnding" | "MarketplaceConnectionFailing" | "UsageExpiring" | "WebhookEndpointDisabled" | "WebhookEndpointFailing";
                            /** @description The number of items of the kind. */
                            total: number;
                            /** @description At most 10. */
                            items: {
                                /** @description The id of the notice, subscription, key, connection, report or endpoint; the marketplace id of a purchase that has no subscription yet. */
                                id: string;
                                label: string;
                                /**
                                 * Format: date-time
                                 * @description The time of the cause, or of the expiry.
                                 */
                                at: string;
                                /** @description The tenant of a purchase with a subscription, the API client of a key, the subscription of a report. */
                                parentId: string | null;
                            }[];
                        }[];
                    };
                };
            };
        };
    };
    readGettingStarted: {
        parameters: {
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description The steps. */
            200: {
                content: {
                    "application/json": {
                        isComplete: boolean;
                        /** @description In order. */
                        steps: {
                            /**
                             * @description New versions add steps.
                             * @enum {string}
                             */
                            step: "ConnectMarketplace" | "AddProduct" | "AddPlan" | "MapPlan" | "FirstPurchase" | "RegisterClient" | "FirstCall";
                            isDone: boolean;
                            /** @description Whether the steps that it needs are done. */
                            isReady: boolean;
                        }[];
                        /**
                         * @description The first step that is ready and not done; null: none.
                         * @enum {string|null}
                         */
                        next: "ConnectMarketplace" | "AddProduct" | "AddPlan" | "MapPlan" | "FirstPurchase" | "RegisterClient" | "FirstCall" | null;
                        /** @description The slug of the newest product. */
                        product: string | null;
                        /** @description The slug of its newest published plan without a mapping. */
                        plan: string | null;
                        /**
                         * Format: uuid
                         * @description The newest API client.
                         */
                        apiClientId: string | null;
                        /**
                         * Format: uuid
                         * @description The newest marketplace connection.
                         */
                        connectionId: string | null;
                        /** @description Where the newest mapped plan can be bought, if the marketplace is an emulator of the demo. */
                        purchaseUrl: string | null;
                    };
                };
            };
        };
    };
    search: {
        parameters: {
            query: {
                text: string;
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description The matches. */
            200: {
                content: {
                    "application/json": {
                        tenants: {
                            /** Format: uuid */
                            tenantId: string;
                            organisation: string | null;
                        }[];
                        products: {
                            slug: string;
                            name: string;
                            /** @enum {string} */
                            status: "Draft" | "Published" | "Archived";
                        }[];
                        apiClients: {
                            /** Format: uuid */
                            apiClientId: string;
                            name: string;
                            enabled: boolean;
                        }[];
                        serviceAccounts: {
                            /** Format: uuid */
                            serviceAccountId: string;
                            name: string;
                            /** @enum {string} */
                            role: "Partner administrator" | "Integration manager" | "Catalogue manager" | "Subscription support" | "Viewer";
                        }[];
                        subscriptions: {
                            /** Format: uuid */
                            subscriptionId: string;
                            /** Format: uuid */
                            tenantId: string;
                            organisation: string | null;
                            /** @description The name of the product. */
                            product: string;
                            /** @enum {string} */
                            status: "Pending" | "Active" | "Suspended" | "Cancelled" | "Expired";
                        }[];
                        webhookEndpoints: {
                            /** Format: uuid */
                            endpointId: string;
                            url: string;
                            description: string;
                        }[];
                        webhookDeliveries: {
                            /** Format: uuid */
                            endpointId: string;
                            /** Format: uuid */
                            eventId: string;
                            replay: number;
                            /** @enum {string} */
                            type: "subscription.created" | "subscription.activated" | "subscription.plan_changed" | "subscription.quantity_changed" | "subscription.renewed" | "subscription.suspended" | "subscription.reinstated" | "subscription.cancellation_scheduled" | "subscription.cancelled" | "subscription.expired" | "subscription.trial_ending" | "entitlement.changed" | "seat.assigned" | "seat.released" | "usage.threshold_reached" | "usage.period_closed" | "licence.issued" | "licence.revoked" | "webhook.test";
                            /** @enum {string} */
                            outcome: "Pending" | "Delivered" | "Failed" | "Cancelled";
                        }[];
                    };
                };
            };
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /** @description Default: 50. */
                limit?: number;
                /** @description The `next` of the previous page, which had the same `sort`. */
                after?: string;
                /** @description `-` sorts in descending order. Default: `-invitedAt`. */
                sort?: "invitedAt" | "-invitedAt" | "name" | "-name" | "role" | "-role" | "joinedAt" | "-joinedAt";
                /** @description Part of a name or user name. */
                search?: string;
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description Members and invitations. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["Member"][];
                        /** @description Send it as `after` for the next page; null on the last page. */
                        next: string | null;
                        /** @description The number of matches on all pages, counted up to 10000. */
                        total: {
                            count: number;
                            /** @description False: there are more than `count`, or there may be. */
                            isExact: boolean;
                        };
                    };
                };
            };
        };
    };
    inviteMember: {
        parameters: {
            path: {
                workspaceId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    /** @enum {string} */
                    role: "Partner administrator" | "Integration manager" | "Catalogue manager" | "Subscription support" | "Viewer";
                    /** Format: uuid */
                    tenantId?: string | null;
                };
            };
        };
        responses: {
            /** @description The invitation. */
            201: {
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
        };
    };
    renewInvitation: {
        parameters: {
            path: {
                workspaceId: string;
                memberId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    tenantId?: string;
                };
            };
        };
        responses: {
            /** @description The invitation. */
            200: {
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
        };
    };
    readMember: {
        parameters: {
            path: {
                workspaceId: string;
                memberId: string;
            };
        };
        responses: {
            /** @description The member. */
            200: {
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
        };
    };
    removeMember: {
        parameters: {
            path: {
                workspaceId: string;
                memberId: string;
            };
        };
    };
    changeMember: {
        parameters: {
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                memberId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    role: "Partner administrator" | "Integration manager" | "Catalogue manager" | "Subscription support" | "Viewer";
                };
            };
        };
        responses: {
            /** @description The member. */
            200: {
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
        };
    };
    listMemberSessions: {
        parameters: {
            path: {
                workspaceId: string;
                memberId: string;
            };
        };
        responses: {
            /** @description The sessions that have not ended. */
            200: {
                content: {
                    "application/json": {
                        /** @description Newest first. */
                        items: {
                            /** Format: uuid */
                            sessionId: string;
                            /** Format: date-time */
                            startedAt: string;
                            /** Format: date-time */
                            lastSeenAt: string;
                            /** Format: date-time */
                            endsAt: string;
                            address: string | null;
                            /** @description Whether it is the session of this request. */
                            isCurrent: boolean;
                        }[];
                    };
                };
            };
        };
    };
    signOutMember: {
        parameters: {
            path: {
                workspaceId: string;
                memberId: string;
            };
        };
    };
    readCallingServiceAccount: {
        responses: {
            /** @description The service account of the key. */
            200: {
                content: {
                    "application/json": {
                        /** Format: uuid */
                        serviceAccountId: string;
                        name: string;
                        /** @enum {string} */
                        role: "Partner administrator" | "Integration manager" | "Catalogue manager" | "Subscription support" | "Viewer";
                        permissions: ("read" | "change:members" | "change:settings" | "change:apiClients" | "change:webhooks" | "change:catalogue" | "change:customers" | "change:subscriptions" | "change:usage" | "change:inbox")[];
                        workspace: {
                            /** Format: uuid */
                            workspaceId: string;
                            slug: string;
                            name: string;
                        };
                        key: {
                            keyId: string;
                            /** Format: date-time */
                            expiresAt: string;
                        };
                    };
                };
            };
        };
    };
    listServiceAccounts: {
        parameters: {
            query?: {
                /** @description Default: 50. */
                limit?: number;
                /** @description The `next` of the previous page, which had the same `sort`. */
                after?: string;
                /** @description `-` sorts in descending order. Default: `-createdAt`. */
                sort?: "createdAt" | "-createdAt" | "name" | "-name" | "role" | "-role" | "lastUsedAt" | "-lastUsedAt";
                /** @description Part of a name. */
                search?: string;
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description Service accounts. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["ServiceAccount"][];
                        /** @description Send it as `after` for the next page; null on the last page. */
                        next: string | null;
                        /** @description The number of matches on all pages, counted up to 10000. */
                        total: {
                            count: number;
                            /** @description False: there are more than `count`, or there may be. */
                            isExact: boolean;
                        };
                    };
                };
            };
        };
    };
    addServiceAccount: {
        parameters: {
            path: {
                workspaceId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description One line, without control and text-direction characters. */
                    name: string;
                    /** @enum {string} */
                    role: "Partner administrator" | "Integration manager" | "Catalogue manager" | "Subscription support" | "Viewer";
                };
            };
        };
        responses: {
            /** @description The service account. */
            201: {
                content: {
                    "application/json": components["schemas"]["ServiceAccount"];
                };
            };
        };
    };
    readServiceAccount: {
        parameters: {
            path: {
                workspaceId: string;
                serviceAccountId: string;
            };
        };
        responses: {
            /** @description The service account. */
            200: {
                content: {
                    "application/json": components["schemas"]["ServiceAccount"];
                };
            };
        };
    };
    removeServiceAccount: {
        parameters: {
            path: {
                workspaceId: string;
                serviceAccountId: string;
            };
        };
    };
    listServiceAccountKeys: {
        parameters: {
            path: {
                workspaceId: string;
                serviceAccountId: string;
            };
        };
        responses: {
            /** @description Its keys, newest first; never their text. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["ServiceAccountKey"][];
                    };
                };
            };
        };
    };
    issueServiceAccountKey: {
        parameters: {
            path: {
                workspaceId: string;
                serviceAccountId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    expiresAt?: string | null;
                    /** @description For people, such as the place where the key is used; null: none. One line. */
                    name?: string | null;
                    /** @description The networks that the key may be used from, in CIDR notation, or single addresses; null: from anywhere. */
                    allowedNetworks?: string[] | null;
                };
            };
        };
        responses: {
            /** @description The key. Its text is shown here and never again. */
            201: {
                content: {
                    "application/json": {
                        /** @description The readable part of the key. */
                        keyId: string;
                        /** @description The whole key; it is shown only once. */
                        key: string;
                        /** Format: date-time */
                        expiresAt: string;
                    };
                };
            };
        };
    };
    renameServiceAccountKey: {
        parameters: {
            path: {
                workspaceId: string;
                serviceAccountId: string;
                /** @description The readable part of the key. */
                keyId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description For people, such as the place where the key is used; null: none. One line. */
                    name?: string | null;
                    /** @description The networks that the key may be used from, in CIDR notation, or single addresses; null: from anywhere. */
                    allowedNetworks?: string[] | null;
                };
            };
        };
        responses: {
            /** @description The key is changed. */
            200: {
                content: {
                    "application/json": {
                        /** @description The readable part of the key. */
                        keyId: string;
                        /** @description For people, such as the place where the key is used; null: none. */
                        name: string | null;
                        /** @description The networks that the key may be used from, in CIDR notation, or single addresses; null: from anywhere. */
                        allowedNetworks: string[] | null;
                    };
                };
            };
        };
    };
    rotateServiceAccountKey: {
        parameters: {
            path: {
                workspaceId: string;
                serviceAccountId: string;
                /** @description The readable part of the key. */
                keyId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Default: 24. */
                    overlapHours?: number;
                    /** Format: date-time */
                    expiresAt?: string | null;
                };
            };
        };
        responses: {
            /** @description The key. Its text is shown here and never again. */
            201: {
                content: {
                    "application/json": {
                        /** @description The readable part of the key. */
                        keyId: string;
                        /** @description The whole key; it is shown only once. */
                        key: string;
                        /** Format: date-time */
                        expiresAt: string;
                    };
                };
            };
        };
    };
    revokeServiceAccountKey: {
        parameters: {
            path: {
                workspaceId: string;
                serviceAccountId: string;
                /** @description The readable part of the key. */
                keyId: string;
            };
        };
        responses: {
            /** @description The key is revoked. */
            200: {
                content: {
                    "application/json": {
                        /** @description The readable part of the key. */
                        keyId: string;
                        /** Format: date-time */
                        revokedAt: string;
                    };
                };
            };
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                /** @description Default: 50. */
                limit?: number;
                /** @description The `next` of the previous page, which had the same `sort`. */
                after?: string;
                /** @description `-` sorts in descending order. Default: `-recordedAt`. */
                sort?: "recordedAt" | "-recordedAt";
                /** @description The id of a member or service account, or a command's name. */
                actorId?: string;
                action?: "workspace.created" | "workspace.settings_changed" | "workspace.suspended" | "workspace.resumed" | "support_address.confirmation_requested" | "support_address.confirmed" | "member.invited" | "member.invitation_renewed" | "member.joined" | "member.signed_in" | "member.signed_out" | "member.sign_in_refused" | "member.role_changed" | "member.removed" | "member.mails_changed" | "service_account.added" | "service_account.removed" | "service_account_key.issued" | "service_account_key.rotated" | "service_account_key.renamed" | "service_account_key.changed" | "service_account_key.revoked" | "api_client.registered" | "api_client.changed" | "api_client.enabled" | "api_client.disabled" | "api_key.issued" | "api_key.rotated" | "api_key.renamed" | "api_key.changed" | "api_key.revoked" | "application_credential.added" | "application_credential.verified" | "application_credential.verification_failed" | "application_credential.removed" | "signing_key.rotated" | "signing_key.withdrawn" | "webhook_endpoint.added" | "webhook_endpoint.changed" | "webhook_endpoint.enabled" | "webhook_endpoint.disabled" | "webhook_endpoint.removed" | "webhook_endpoint.secret_rotated" | "webhook_endpoint.test_sent" | "webhook_endpoint.replayed" | "marketplace_connection.connected" | "marketplace_connection.changed" | "marketplace_connection.removed" | "marketplace_connection.reconciliation_asked" | "idp_connection.connected" | "idp_connection.changed" | "idp_connection.removed" | "subscription.moved" | "subscription.change_requested" | "purchase.assigned" | "purchase.cancellation_requested" | "organisation.added" | "customer.changed" | "customer_member.added" | "customer_member.changed" | "customer_member.exported" | "customer_member.erased" | "customer.exported" | "customer.viewed" | "customer.erased" | "usage_limit.set" | "usage_limit.removed" | "licence_file.issued" | "licence_file.revoked" | "usage_file.uploaded" | "subscription.created" | "seat.assigned" | "seat.released" | "usage_report.added" | "usage_report.reported_again" | "usage_report.corrected" | "usage_report.released" | "notice.done" | "notice.reopened" | "notice.assigned" | "audit_log.exported" | "usage_reports.exported" | "usage_hours.exported" | "usage_days.exported" | "usage_events.exported" | "api_client_requests.exported" | "catalogue.exported" | "category.added" | "category.changed" | "category.removed" | "product.added" | "product.changed" | "product.published" | "product.archived" | "product.removed" | "edition.added" | "edition.changed" | "edition.removed" | "plan.added" | "plan.changed" | "plan.published" | "plan.archived" | "plan.removed" | "plan_mapping.added" | "plan_mapping.changed" | "plan_mapping.removed";
                subjectKind?: "Workspace" | "Member" | "ServiceAccount" | "ServiceAccountKey" | "ApiClient" | "ApiKey" | "ApplicationCredential" | "WebhookEndpoint" | "MarketplaceConnection" | "IdpConnection" | "Organisation" | "Customer" | "CustomerMember" | "Subscription" | "UsageReport" | "Notice" | "Category" | "Product" | "Edition" | "Plan";
                subjectId?: string;
                /** @description Its own changes and those of its editions, plans, mappings and licence connection. */
                product?: string;
                /** @description A plan of `product`: its own changes and those of its mappings. */
                plan?: string;
                /** @description A customer: its own changes and those of its organisation, members, subscriptions and usage; with `product` or `plan`, those of its subscriptions to them. */
                tenantId?: string;
                /** @description Its own changes and those of its seats and usage. */
                subscriptionId?: string;
                /** @description Its own changes and those of its keys and applications. */
                apiClientId?: string;
                from?: string;
                /** @description Exclusive. */
                until?: string;
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description Entries. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["AuditEntry"][];
                        /** @description Send it as `after` for the next page; null on the last page. */
                        next: string | null;
                        /** @description The number of matches on all pages, counted up to 10000. */
                        total: {
                            count: number;
                            /** @description False: there are more than `count`, or there may be. */
                            isExact: boolean;
                        };
                    };
                };
            };
        };
    };
    exportAuditLogAsCsv: {
        parameters: {
            query?: {
                /** @description `-` sorts in descending order. Default: `-recordedAt`. */
                sort?: "recordedAt" | "-recordedAt";
                /** @description The id of a member or service account, or a command's name. */
                actorId?: string;
                action?: "workspace.created" | "workspace.settings_changed" | "workspace.suspended" | "workspace.resumed" | "support_address.confirmation_requested" | "support_address.confirmed" | "member.invited" | "member.invitation_renewed" | "member.joined" | "member.signed_in" | "member.signed_out" | "member.sign_in_refused" | "member.role_changed" | "member.removed" | "member.mails_changed" | "service_account.added" | "service_account.removed" | "service_account_key.issued" | "service_account_key.rotated" | "service_account_key.renamed" | "service_account_key.changed" | "service_account_key.revoked" | "api_client.registered" | "api_client.changed" | "api_client.enabled" | "api_client.disabled" | "api_key.issued" | "api_key.rotated" | "api_key.renamed" | "api_key.changed" | "api_key.revoked" | "application_credential.added" | "application_credential.verified" | "application_credential.verification_failed" | "application_credential.removed" | "signing_key.rotated" | "signing_key.withdrawn" | "webhook_endpoint.added" | "webhook_endpoint.changed" | "webhook_endpoint.enabled" | "webhook_endpoint.disabled" | "webhook_endpoint.removed" | "webhook_endpoint.secret_rotated" | "webhook_endpoint.test_sent" | "webhook_endpoint.replayed" | "marketplace_connection.connected" | "marketplace_connection.changed" | "marketplace_connection.removed" | "marketplace_connection.reconciliation_asked" | "idp_connection.connected" | "idp_connection.changed" | "idp_connection.removed" | "subscription.moved" | "subscription.change_requested" | "purchase.assigned" | "purchase.cancellation_requested" | "organisation.added" | "customer.changed" | "customer_member.added" | "customer_member.changed" | "customer_member.exported" | "customer_member.erased" | "customer.exported" | "customer.viewed" | "customer.erased" | "usage_limit.set" | "usage_limit.removed" | "licence_file.issued" | "licence_file.revoked" | "usage_file.uploaded" | "subscription.created" | "seat.assigned" | "seat.released" | "usage_report.added" | "usage_report.reported_again" | "usage_report.corrected" | "usage_report.released" | "notice.done" | "notice.reopened" | "notice.assigned" | "audit_log.exported" | "usage_reports.exported" | "usage_hours.exported" | "usage_days.exported" | "usage_events.exported" | "api_client_requests.exported" | "catalogue.exported" | "category.added" | "category.changed" | "category.removed" | "product.added" | "product.changed" | "product.published" | "product.archived" | "product.removed" | "edition.added" | "edition.changed" | "edition.removed" | "plan.added" | "plan.changed" | "plan.published" | "plan.archived" | "plan.removed" | "plan_mapping.added" | "plan_mapping.changed" | "plan_mapping.removed";
                subjectKind?: "Workspace" | "Member" | "ServiceAccount" | "ServiceAccountKey" | "ApiClient" | "ApiKey" | "ApplicationCredential" | "WebhookEndpoint" | "MarketplaceConnection" | "IdpConnection" | "Organisation" | "Customer" | "CustomerMember" | "Subscription" | "UsageReport" | "Notice" | "Category" | "Product" | "Edition" | "Plan";
                subjectId?: string;
                /** @description Its own changes and those of its editions, plans, mappings and licence connection. */
                product?: string;
                /** @description A plan of `product`: its own changes and those of its mappings. */
                plan?: string;
                /** @description A customer: its own changes and those of its organisation, members, subscriptions and usage; with `product` or `plan`, those of its subscriptions to them. */
                tenantId?: string;
                /** @description Its own changes and those of its seats and usage. */
                subscriptionId?: string;
                /** @description Its own changes and those of its keys and applications. */
                apiClientId?: string;
                from?: string;
                /** @description Exclusive. */
                until?: string;
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description One line for each entry; the first line has the column names. */
            200: {
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    exportAuditLogAsJson: {
        parameters: {
            query?: {
                /** @description `-` sorts in descending order. Default: `-recordedAt`. */
                sort?: "recordedAt" | "-recordedAt";
                /** @description The id of a member or service account, or a command's name. */
                actorId?: string;
                action?: "workspace.created" | "workspace.settings_changed" | "workspace.suspended" | "workspace.resumed" | "support_address.confirmation_requested" | "support_address.confirmed" | "member.invited" | "member.invitation_renewed" | "member.joined" | "member.signed_in" | "member.signed_out" | "member.sign_in_refused" | "member.role_changed" | "member.removed" | "member.mails_changed" | "service_account.added" | "service_account.removed" | "service_account_key.issued" | "service_account_key.rotated" | "service_account_key.renamed" | "service_account_key.changed" | "service_account_key.revoked" | "api_client.registered" | "api_client.changed" | "api_client.enabled" | "api_client.disabled" | "api_key.issued" | "api_key.rotated" | "api_key.renamed" | "api_key.changed" | "api_key.revoked" | "application_credential.added" | "application_credential.verified" | "application_credential.verification_failed" | "application_credential.removed" | "signing_key.rotated" | "signing_key.withdrawn" | "webhook_endpoint.added" | "webhook_endpoint.changed" | "webhook_endpoint.enabled" | "webhook_endpoint.disabled" | "webhook_endpoint.removed" | "webhook_endpoint.secret_rotated" | "webhook_endpoint.test_sent" | "webhook_endpoint.replayed" | "marketplace_connection.connected" | "marketplace_connection.changed" | "marketplace_connection.removed" | "marketplace_connection.reconciliation_asked" | "idp_connection.connected" | "idp_connection.changed" | "idp_connection.removed" | "subscription.moved" | "subscription.change_requested" | "purchase.assigned" | "purchase.cancellation_requested" | "organisation.added" | "customer.changed" | "customer_member.added" | "customer_member.changed" | "customer_member.exported" | "customer_member.erased" | "customer.exported" | "customer.viewed" | "customer.erased" | "usage_limit.set" | "usage_limit.removed" | "licence_file.issued" | "licence_file.revoked" | "usage_file.uploaded" | "subscription.created" | "seat.assigned" | "seat.released" | "usage_report.added" | "usage_report.reported_again" | "usage_report.corrected" | "usage_report.released" | "notice.done" | "notice.reopened" | "notice.assigned" | "audit_log.exported" | "usage_reports.exported" | "usage_hours.exported" | "usage_days.exported" | "usage_events.exported" | "api_client_requests.exported" | "catalogue.exported" | "category.added" | "category.changed" | "category.removed" | "product.added" | "product.changed" | "product.published" | "product.archived" | "product.removed" | "edition.added" | "edition.changed" | "edition.removed" | "plan.added" | "plan.changed" | "plan.published" | "plan.archived" | "plan.removed" | "plan_mapping.added" | "plan_mapping.changed" | "plan_mapping.removed";
                subjectKind?: "Workspace" | "Member" | "ServiceAccount" | "ServiceAccountKey" | "ApiClient" | "ApiKey" | "ApplicationCredential" | "WebhookEndpoint" | "MarketplaceConnection" | "IdpConnection" | "Organisation" | "Customer" | "CustomerMember" | "Subscription" | "UsageReport" | "Notice" | "Category" | "Product" | "Edition" | "Plan";
                subjectId?: string;
                /** @description Its own changes and those of its editions, plans, mappings and licence connection. */
                product?: string;
                /** @description A plan of `product`: its own changes and those of its mappings. */
                plan?: string;
                /** @description A customer: its own changes and those of its organisation, members, subscriptions and usage; with `product` or `plan`, those of its subscriptions to them. */
                tenantId?: string;
                /** @description Its own changes and those of its seats and usage. */
                subscriptionId?: string;
                /** @description Its own changes and those of its keys and applications. */
                apiClientId?: string;
                from?: string;
                /** @description Exclusive. */
                until?: string;
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description All entries. */
            200: {
                content: {
                    "application/json": components["schemas"]["AuditEntry"][];
                };
            };
        };
    };
    readSettings: {
        parameters: {
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description The settings. */
            200: {
                content: {
                    "application/json": components["schemas"]["WorkspaceSettings"];
                };
            };
        };
    };
    changeSettings: {
        parameters: {
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description One line, without control and text-direction characters. */
                    name?: string;
                    /** @description The hold of new usage reports, in which the quantity can be replaced. */
                    usageHoldMinutes?: number;
                    /** @description The recipients of notices, at most 10; without one notices stay in the inbox. A new address gets a confirmation link, and no other mail until it is confirmed. */
                    supportAddresses?: string[];
                    /** @description Whether customers may buy fewer seats on the marketplace than are assigned; support then gets a notice. Otherwise such a change is refused. */
                    acceptsFewerSeats?: boolean;
                    /** @description Whether the buyer of a plan with seats gets the first seat when the subscription is activated, as a member of the tenant. Default: true. */
                    assignBuyer?: boolean;
                    /** @description The tenants whose accounts may sign in to the workspace; empty: any. Members of other tenants lose access at once. Your own tenant must be included. */
                    signInTenants?: string[];
                    /** @description The maximum lifetime of a new or rotated key in days, of API clients and service accounts; null: unlimited for API clients. Existing keys stay. */
                    apiKeyMaxAgeDays?: number | null;
                    /** @description Whether the administrators of customers are mailed when a use reaches a threshold of its dimension, once in a period. Default: false. */
                    mailsUsageAlerts?: boolean;
                    /** @description The life of an entitlement token in hours; it is replaced after half of it. Default: 168, 7 days. */
                    tokenLifetimeHours?: number;
                    /**
                     * @description The access level of an installation whose token or licence file has ended with its grace period. It is in the signed text: a change counts for tokens and licence files made from then on. Default: `ReadOnly`.
                     * @enum {string}
                     */
                    afterLicenceEnd?: "ReadOnly" | "None";
                    /** @description The age at which the signing key is replaced, in days; null: only by hand. Default: 365. */
                    signingKeyMaxAgeDays?: number | null;
                };
            };
        };
        responses: {
            /** @description The settings. */
            200: {
                content: {
                    "application/json": components["schemas"]["WorkspaceSettings"];
                };
            };
        };
    };
    sendSupportAddressConfirmation: {
        parameters: {
            path: {
                workspaceId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    address: string;
                };
            };
        };
    };
    listWorkspaceSigningKeys: {
        parameters: {
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description The keys. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["SigningKey"][];
                    };
                };
            };
        };
    };
    rotateSigningKey: {
        parameters: {
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description The active key. */
            201: {
                content: {
                    "application/json": components["schemas"]["SigningKey"];
                };
            };
        };
    };
    withdrawSigningKey: {
        parameters: {
            path: {
                workspaceId: string;
                /** @description The RFC 7638 thumbprint of the public key, which tokens name. */
                kid: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Why, for the audit log. One line, without control and text-direction characters. */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description The withdrawn key. */
            200: {
                content: {
                    "application/json": components["schemas"]["SigningKey"] & {
                        /** @description What the withdrawal means, for people. */
                        consequence: string;
                    };
                };
            };
        };
    };
    listNotices: {
        parameters: {
            query?: {
                /** @description Default: 50. */
                limit?: number;
                /** @description The `next` of the previous page, which had the same `sort`. */
                after?: string;
                /** @description `-` sorts in descending order. Default: `-raisedAt`. */
                sort?: "raisedAt" | "-raisedAt";
                state?: "Open" | "Done" | "Any";
                kind?: "UsageRejected" | "UsageRejectedExpiring" | "UsageExpired" | "UsageQuantityMismatch" | "UsageExpiring" | "UsageDrift" | "WebhookEndpointDisabled" | "MarketplaceCallNotApplied" | "MarketplaceRepaired" | "MarketplaceNotRepaired" | "MarketplaceSecretEnding" | "ServiceAccountKeyEnding" | "SeatsExceedQuantity" | "PurchaseNotActivated" | "PurchaseWaiting";
                /** @description The id of a member. */
                assignedTo?: string;
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description Notices; by default the open ones. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["Notice"][];
                        /** @description Send it as `after` for the next page; null on the last page. */
                        next: string | null;
                        /** @description The number of matches on all pages, counted up to 10000. */
                        total: {
                            count: number;
                            /** @description False: there are more than `count`, or there may be. */
                            isExact: boolean;
                        };
                    };
                };
            };
        };
    };
    markNoticeDone: {
        parameters: {
            path: {
                workspaceId: string;
                noticeId: string;
            };
        };
        responses: {
            /** @description The notice. */
            200: {
                content: {
                    "application/json": components["schemas"]["Notice"];
                };
            };
        };
    };
    reopenNotice: {
        parameters: {
            path: {
                workspaceId: string;
                noticeId: string;
            };
        };
        responses: {
            /** @description The notice. */
            200: {
                content: {
                    "application/json": components["schemas"]["Notice"];
                };
            };
        };
    };
    assignNotice: {
        parameters: {
            path: {
                workspaceId: string;
                noticeId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    memberId: string | null;
                };
            };
        };
        responses: {
            /** @description The notice. */
            200: {
                content: {
                    "application/json": components["schemas"]["Notice"];
                };
            };
        };
    };
    listSubscriptions: {
        parameters: {
            query?: {
                /** @description Default: 50. */
                limit?: number;
                /** @description The `next` of the previous page, which had the same `sort`. */
                after?: string;
                /** @description `-` sorts in descending order. Default: `-createdAt`. */
                sort?: "createdAt" | "-createdAt" | "changedAt" | "-changedAt";
                status?: "Pending" | "Active" | "Suspended" | "Cancelled" | "Expired";
                source?: "Marketplace" | "Direct" | "Reseller";
                /** @description A product's slug. */
                product?: string;
                tenantId?: string;
                marketplaceSubscriptionId?: string;
                /** @description The buyer's account number: 12 digits. */
                account?: string;
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description Subscriptions. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["Subscription"][];
                        /** @description Send it as `after` for the next page; null on the last page. */
                        next: string | null;
                        /** @description The number of matches on all pages, counted up to 10000. */
                        total: {
                            count: number;
                            /** @description False: there are more than `count`, or there may be. */
                            isExact: boolean;
                        };
                    };
                };
            };
        };
    };
    createSubscription: {
        parameters: {
            path: {
                workspaceId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    tenantId: string;
                    /** @description Product slug. */
                    product: string;
                    /** @description Plan slug. */
                    plan: string;
                    /** @enum {string} */
                    source?: "Direct" | "Reseller";
                    /** @description Seats, or null. */
                    quantity?: number | null;
                    /**
                     * Format: date-time
                     * @description The end of the term; null or omitted: no end.
                     */
                    validUntil?: string | null;
                    /**
                     * Format: date-time
                     * @description Makes it a trial.
                     */
                    trialEndsAt?: string | null;
                    /** @description A trial that ends with the term. */
                    isTrial?: boolean;
                    /** @description For the history. */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description The subscription with its history. */
            201: {
                content: {
                    "application/json": components["schemas"]["SubscriptionDetail"];
                };
            };
        };
    };
    exportSubscriptions: {
        parameters: {
            query?: {
                /** @description `-` sorts in descending order. Default: `-createdAt`. */
                sort?: "createdAt" | "-createdAt" | "changedAt" | "-changedAt";
                status?: "Pending" | "Active" | "Suspended" | "Cancelled" | "Expired";
                source?: "Marketplace" | "Direct" | "Reseller";
                /** @description A product's slug. */
                product?: string;
                tenantId?: string;
                marketplaceSubscriptionId?: string;
                /** @description The buyer's account number: 12 digits. */
                account?: string;
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description One line for each subscription; the first line has the column names. A text that a spreadsheet would evaluate as a formula has an apostrophe before it. */
            200: {
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    readSubscription: {
        parameters: {
            path: {
                workspaceId: string;
                subscriptionId: string;
            };
        };
        responses: {
            /** @description The subscription with its history. */
            200: {
                content: {
                    "application/json": components["schemas"]["SubscriptionDetail"];
                };
            };
        };
    };
    moveSubscription: {
        parameters: {
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                subscriptionId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    type: "activate" | "changePlan" | "changeQuantity" | "suspend" | "reinstate" | "renew" | "cancelNow" | "cancelAtTermEnd";
                    /** @description For `changePlan`: the slug of the new plan. */
                    plan?: string;
                    /** @description For `changeQuantity`: seats, or null. */
                    quantity?: number | null;
                    /**
                     * Format: date-time
                     * @description For `renew`, and optionally for `activate` and `reinstate`: the end of the term; null: no end.
                     */
                    validUntil?: string | null;
                    /** @description For the history. */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description The subscription with its history. */
            200: {
                content: {
                    "application/json": components["schemas"]["SubscriptionDetail"];
                };
            };
        };
    };
    requestMarketplaceChange: {
        parameters: {
            path: {
                workspaceId: string;
                subscriptionId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    type: "changePlan" | "changeQuantity" | "cancel";
                    /** @description For `changePlan`: the slug of the new plan. */
                    plan?: string;
                    /** @description For `changeQuantity`: seats. */
                    quantity?: number;
                };
            };
        };
        responses: {
            /** @description The marketplace has accepted the request. */
            202: {
                content: {
                    "application/json": {
                        /** @description The marketplace's id; null if the change was made at once. */
                        operationId: string | null;
                        /** @description The URL of the request with its outcome. */
                        followUrl: string | null;
                    };
                };
            };
        };
    };
    listSeats: {
        parameters: {
            query?: {
                /** @description Default: 50. */
                limit?: number;
                /** @description The `next` of the previous page, which had the same `sort`. */
                after?: string;
                /** @description `-` sorts in descending order. Default: `-memberCreatedAt`. */
                sort?: "memberCreatedAt" | "-memberCreatedAt" | "email" | "-email" | "assignedAt" | "-assignedAt";
                /** @description Part of an e-mail address or of an object id. */
                search?: string;
            };
            path: {
                workspaceId: string;
                subscriptionId: string;
            };
        };
        responses: {
            /** @description Seats. */
            200: {
                content: {
                    "application/json": {
                        /** @description Bought seats. */
                        total: number;
                        assigned: number;
                        /** @description Never below 0, though a marketplace may sell fewer than are assigned. Includes reserved seats. */
                        available: number;
                        /** @description Seats that the customer has reserved for addresses of people who are no members yet. Each is assigned when the person accepts it on the customer’s page or is added as a member. */
                        reserved: number;
                        /** @description The first 100 by e-mail address; with `search`, those that contain it. */
                        reservations: {
                            email: string;
                            /** Format: date-time */
                            reservedAt: string;
                        }[];
                        items: {
                            /** Format: uuid */
                            memberId: string;
                            /** Format: uuid */
                            objectId: string;
                            email: string | null;
                            isActive: boolean;
                            /** Format: date-time */
                            assignedAt: string;
                        }[];
                        next: string | null;
                    };
                };
            };
        };
    };
    assignSeats: {
        parameters: {
            path: {
                workspaceId: string;
                subscriptionId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    people: string[];
                };
            };
        };
        responses: {
            /** @description The outcome of each line. */
            200: {
                content: {
                    "application/json": {
                        /** @description The number of seats assigned by this call. */
                        assigned: number;
                        refused: number;
                        results: {
                            /** @description The index of the line. */
                            index: number;
                            person: string;
                            /** @enum {string} */
                            outcome: "Assigned" | "AlreadyAssigned" | "Refused";
                            /** Format: uuid */
                            memberId: string | null;
                            error: {
                                code: string;
                                detail: string;
                                args: Record<string, never>;
                            } | null;
                        }[];
                    };
                };
            };
        };
    };
    assignSeat: {
        parameters: {
            path: {
                workspaceId: string;
                subscriptionId: string;
                memberId: string;
            };
        };
    };
    releaseSeat: {
        parameters: {
            path: {
                workspaceId: string;
                subscriptionId: string;
                memberId: string;
            };
        };
    };
    readCustomer: {
        parameters: {
            path: {
                workspaceId: string;
                tenantId: string;
            };
        };
        responses: {
            /** @description The customer. */
            200: {
                content: {
                    "application/json": components["schemas"]["CustomerDetail"];
                };
            };
        };
    };
    eraseCustomer: {
        parameters: {
            path: {
                workspaceId: string;
                tenantId: string;
            };
        };
    };
    changeCustomer: {
        parameters: {
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                tenantId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name of the organisation, for all its tenants. One line, without control and text-direction characters. */
                    name?: string;
                    /** @description One line; null or blank: none. */
                    contactName?: string | null;
                    /** @description An e-mail address; null or blank: none. */
                    contactEmail?: string | null;
                    /** @description One line in any form; null or blank: none. */
                    contactPhone?: string | null;
                    /** @description For the people of the workspace; null or blank: none. */
                    notes?: string | null;
                    /**
                     * Format: uuid
                     * @description The workspace member who looks after the customer; null: nobody.
                     */
                    ownerId?: string | null;
                };
            };
        };
        responses: {
            /** @description The customer. */
            200: {
                content: {
                    "application/json": components["schemas"]["CustomerDetail"];
                };
            };
        };
    };
    listCustomerMembers: {
        parameters: {
            query?: {
                /** @description Default: 50. */
                limit?: number;
                /** @description The `next` of the previous page, which had the same `sort`. */
                after?: string;
                /** @description `-` sorts in descending order. Default: `-createdAt`. */
                sort?: "createdAt" | "-createdAt" | "email" | "-email";
                /** @description Part of an e-mail address or of an object id. */
                search?: string;
            };
            path: {
                workspaceId: string;
                tenantId: string;
            };
        };
        responses: {
            /** @description Members. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["CustomerMember"][];
                        /** @description Send it as `after` for the next page; null on the last page. */
                        next: string | null;
                        /** @description The number of matches on all pages, counted up to 10000. */
                        total: {
                            count: number;
                            /** @description False: there are more than `count`, or there may be. */
                            isExact: boolean;
                        };
                    };
                };
            };
        };
    };
    listCustomers: {
        parameters: {
            query?: {
                /** @description Default: 50. */
                limit?: number;
                /** @description The `next` of the previous page, which had the same `sort`. */
                after?: string;
                /** @description `-` sorts in descending order. Default: `name`. Customers without a name are last. */
                sort?: "name" | "-name" | "createdAt" | "-createdAt" | "usage" | "-usage" | "lastCallAt" | "-lastCallAt";
                /** @description A tenant id, a part of an organisation's name, the beginning of a member's e-mail address, the marketplace's id of a subscription, or the number of the customer's account at the marketplace. */
                search?: string;
                /** @description Of its best subscription. */
                status?: "Pending" | "Active" | "Suspended" | "Cancelled" | "Expired";
                /** @description A product's slug, of a subscription that has not ended. */
                product?: string;
                /** @description A plan's slug, of a subscription that has not ended. */
                plan?: string;
                /** @description Customers at risk, of one kind or of any. */
                atRisk?: "Any" | "OverIncluded" | "NearIncluded" | "NearLimit" | "UsageWillBeRejected" | "CredentialEnding" | "TrialEnding" | "TermEnding" | "NoCalls";
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description Customer tenants. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["Customer"][];
                        /** @description Send it as `after` for the next page; null on the last page. */
                        next: string | null;
                        /** @description The number of matches on all pages, counted up to 10000. */
                        total: {
                            count: number;
                            /** @description False: there are more than `count`, or there may be. */
                            isExact: boolean;
                        };
                    };
                };
            };
        };
    };
    exportCustomers: {
        parameters: {
            query?: {
                /** @description `-` sorts in descending order. Default: `name`. Customers without a name are last. */
                sort?: "name" | "-name" | "createdAt" | "-createdAt" | "usage" | "-usage" | "lastCallAt" | "-lastCallAt";
                /** @description A tenant id, a part of an organisation's name, the beginning of a member's e-mail address, the marketplace's id of a subscription, or the number of the customer's account at the marketplace. */
                search?: string;
                /** @description Of its best subscription. */
                status?: "Pending" | "Active" | "Suspended" | "Cancelled" | "Expired";
                /** @description A product's slug, of a subscription that has not ended. */
                product?: string;
                /** @description A plan's slug, of a subscription that has not ended. */
                plan?: string;
                /** @description Customers at risk, of one kind or of any. */
                atRisk?: "Any" | "OverIncluded" | "NearIncluded" | "NearLimit" | "UsageWillBeRejected" | "CredentialEnding" | "TrialEnding" | "TermEnding" | "NoCalls";
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description One line for each customer; the first line has the column names. A text that a spreadsheet would evaluate as a formula has an apostrophe before it. */
            200: {
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    addOrganisation: {
        parameters: {
            path: {
                workspaceId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description One line, without control and text-direction characters. */
                    name: string;
                    tenantIds: string[];
                    /** @description Moves tenants of another organisation. Default: false. */
                    moveTenants?: boolean;
                };
            };
        };
        responses: {
            /** @description The organisation. */
            201: {
                content: {
                    "application/json": {
                        /** Format: uuid */
                        organisationId: string;
                        /** @description One line, without control and text-direction characters. */
                        name: string;
                        tenantIds: string[];
                    };
                };
            };
        };
    };
    saveCustomerMember: {
        parameters: {
            path: {
                workspaceId: string;
                tenantId: string;
                objectId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string | null;
                    isActive: boolean;
                    /** @description Whether the member assigns and releases the tenant's seats on the customer's page. */
                    isAdministrator?: boolean;
                };
            };
        };
        responses: {
            /** @description The member. */
            200: {
                content: {
                    "application/json": components["schemas"]["CustomerMember"];
                };
            };
        };
    };
    eraseCustomerMember: {
        parameters: {
            path: {
                workspaceId: string;
                tenantId: string;
                objectId: string;
            };
        };
    };
    readCustomersAtRisk: {
        parameters: {
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description The customers at risk. */
            200: {
                content: {
                    "application/json": {
                        /** Format: date-time */
                        evaluatedAt: string;
                        /** @description Customers with any risk. */
                        count: number;
                        /** @description Customers by kind of risk, the most urgent kind first; a customer may have several. */
                        kinds: {
                            /** @enum {string} */
                            kind: "OverIncluded" | "NearIncluded" | "NearLimit" | "UsageWillBeRejected" | "CredentialEnding" | "TrialEnding" | "TermEnding" | "NoCalls";
                            count: number;
                        }[];
                        /** @description The first 5, those with the most urgent risks first. All are at `/customers?atRisk=Any`. */
                        customers: {
                            /** Format: uuid */
                            tenantId: string;
                            name: string | null;
                            risks: components["schemas"]["CustomerRisk"][];
                        }[];
                    };
                };
            };
        };
    };
    exportCustomerMember: {
        parameters: {
            path: {
                workspaceId: string;
                tenantId: string;
                objectId: string;
            };
        };
        responses: {
            /** @description The person’s data. */
            200: {
                content: {
                    "application/json": {
                        member: components["schemas"]["CustomerMember"];
                        seats: {
                            /** Format: uuid */
                            subscriptionId: string;
                            product: string;
                            plan: string;
                            /** Format: date-time */
                            assignedAt: string;
                        }[];
                        /** @description The newest 1000 audit entries about the person. */
                        auditEntries: components["schemas"]["AuditEntry"][];
                        /** @description Limits of the customer, set by either side; of a person, the ceilings for them. */
                        usageLimits: {
                            /** Format: uuid */
                            productId: string;
                            dimension: string;
                            /** @enum {string} */
                            setBy: "Partner" | "Customer";
                            /** @description A user, a team or an agent; null: the whole tenant. */
                            subject: string | null;
                            /** @description Up to 6 decimals; 0: nothing. */
                            quantity: number;
                            /** @enum {string} */
                            per: "Day" | "Month" | "Year" | "Term";
                            /**
                             * @description `Deny`: no reservation is granted beyond it. `Warn`: use beyond it is only announced.
                             * @enum {string}
                             */
                            action: "Deny" | "Warn";
                            reason: string | null;
                            /**
                             * Format: date-time
                             * @description Null: until it is removed. Then the plan's limit holds again.
                             */
                            endsAt: string | null;
                            /** Format: date-time */
                            setAt: string;
                            /** @description Who set it. */
                            actor: string;
                        }[];
                        /** @description What is used and reserved of each limit, also of periods that ended in the last 7 days. */
                        usageCounters: {
                            /** Format: uuid */
                            subscriptionId: string;
                            dimension: string;
                            /** @description A user, a team or an agent; null: the whole tenant. */
                            subject: string | null;
                            /** @enum {string} */
                            per: "Day" | "Month" | "Year" | "Term";
                            /** Format: date-time */
                            start: string;
                            /** Format: date-time */
                            end: string | null;
                            used: number;
                            reserved: number;
                        }[];
                        /** @description Reservations in flight, the first to expire first; at most 1000. */
                        usageReservations: {
                            /** Format: uuid */
                            reservationId: string;
                            /** Format: uuid */
                            subscriptionId: string;
                            dimension: string;
                            /** @description A user, a team or an agent; null: the whole tenant. */
                            subject: string | null;
                            quantity: number;
                            /** Format: date-time */
                            grantedAt: string;
                            /** Format: date-time */
                            expiresAt: string;
                        }[];
                    };
                };
            };
        };
    };
    exportCustomer: {
        parameters: {
            path: {
                workspaceId: string;
                tenantId: string;
            };
        };
        responses: {
            /** @description The customer’s data. */
            200: {
                content: {
                    "application/json": {
                        customer: components["schemas"]["CustomerDetail"];
                        members: components["schemas"]["CustomerMember"][];
                        subscriptions: components["schemas"]["Subscription"][];
                        history: components["schemas"]["TenantMoment"][];
                        /** @description Purchases that are not active yet. */
                        purchases: {
                            marketplaceSubscriptionId: string;
                            /**
                             * Format: uuid
                             * @description The Pending subscription here; null until the buyer has confirmed the purchase.
                             */
                            subscriptionId: string | null;
                            /**
                             * Format: date-time
                             * @description As the marketplace says, or when the purchase was first seen.
                             */
                            boughtAt: string;
                            buyerEmail: string | null;
                            quantity: number | null;
                            /** @description The id at the marketplace; null until the marketplace has listed the purchase. */
                            offerId: string | null;
                            /** @description The id at the marketplace; null until the marketplace has listed the purchase. */
                            planId: string | null;
                            /**
                             * Format: date-time
                             * @description When the buyer first opened the landing page.
                             */
                            openedAt: string | null;
                            /**
                             * Format: date-time
                             * @description When the marketplace last refused a request about it.
                             */
                            failedAt: string | null;
                            /**
                             * Format: date-time
                             * @description When the marketplace last listed it.
                             */
                            comparedAt: string | null;
                        }[];
                        /** @description Purchases at marketplaces that sell licences. */
                        licences: {
                            /** @description The ARN of the licence. */
                            marketplaceSubscriptionId: string;
                            sourceName: string;
                            /** @description The product code. */
                            offerId: string;
                            /** @description The number of the buyer's account; null: erased. */
                            account: string | null;
                            agreementId: string | null;
                            isFreeTrial: boolean;
                            /** Format: date-time */
                            seenAt: string;
                            /** Format: date-time */
                            activeAt: string | null;
                            /** Format: date-time */
                            endedAt: string | null;
                        }[];
                        /** @description Seats that the customer has reserved for e-mail addresses on the customer's page. */
                        reservedSeats: {
                            /** Format: uuid */
                            subscriptionId: string;
                            email: string;
                        }[];
                        /** @description Limits of the customer, set by either side; of a person, the ceilings for them. */
                        usageLimits: {
                            /** Format: uuid */
                            productId: string;
                            dimension: string;
                            /** @enum {string} */
                            setBy: "Partner" | "Customer";
                            /** @description A user, a team or an agent; null: the whole tenant. */
                            subject: string | null;
                            /** @description Up to 6 decimals; 0: nothing. */
                            quantity: number;
                            /** @enum {string} */
                            per: "Day" | "Month" | "Year" | "Term";
                            /**
                             * @description `Deny`: no reservation is granted beyond it. `Warn`: use beyond it is only announced.
                             * @enum {string}
                             */
                            action: "Deny" | "Warn";
                            reason: string | null;
                            /**
                             * Format: date-time
                             * @description Null: until it is removed. Then the plan's limit holds again.
                             */
                            endsAt: string | null;
                            /** Format: date-time */
                            setAt: string;
                            /** @description Who set it. */
                            actor: string;
                        }[];
                        /** @description What is used and reserved of each limit, also of periods that ended in the last 7 days. */
                        usageCounters: {
                            /** Format: uuid */
                            subscriptionId: string;
                            dimension: string;
                            /** @description A user, a team or an agent; null: the whole tenant. */
                            subject: string | null;
                            /** @enum {string} */
                            per: "Day" | "Month" | "Year" | "Term";
                            /** Format: date-time */
                            start: string;
                            /** Format: date-time */
                            end: string | null;
                            used: number;
                            reserved: number;
                        }[];
                        /** @description Reservations in flight, the first to expire first; at most 1000. */
                        usageReservations: {
                            /** Format: uuid */
                            reservationId: string;
                            /** Format: uuid */
                            subscriptionId: string;
                            dimension: string;
                            /** @description A user, a team or an agent; null: the whole tenant. */
                            subject: string | null;
                            quantity: number;
                            /** Format: date-time */
                            grantedAt: string;
                            /** Format: date-time */
                            expiresAt: string;
                        }[];
                        licenceFiles: components["schemas"]["LicenceFile"][];
                        usageReports: components["schemas"]["UsageReport"][];
                    };
                };
            };
        };
    };
    readTenant: {
        parameters: {
            path: {
                workspaceId: string;
                tenantId: string;
            };
        };
        responses: {
            /** @description The tenant. */
            200: {
                content: {
                    "application/json": components["schemas"]["Tenant"];
                };
            };
        };
    };
    listTenantHistory: {
        parameters: {
            query?: {
                /** @description Default: 50. */
                limit?: number;
                /** @description The `next` of the previous page. */
                after?: string;
                /** @description A product's slug. */
                product?: string;
            };
            path: {
                workspaceId: string;
                tenantId: string;
            };
        };
        responses: {
            /** @description Changes, newest first. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["TenantMoment"][];
                        /** @description Send it as `after` for the next page; null on the last page. */
                        next: string | null;
                    };
                };
            };
        };
    };
    inspectEntitlement: {
        parameters: {
            query: {
                /** @description Product slug. */
                product: string;
                /** @description Not in the future, nor before the history that is kept. */
                asOf?: string;
            };
            path: {
                workspaceId: string;
                tenantId: string;
            };
        };
        responses: {
            /** @description The entitlement, with `explanation`. */
            200: {
                content: {
                    "application/json": components["schemas"]["Entitlement"];
                };
            };
        };
    };
    inspectEligibility: {
        parameters: {
            query: {
                /** @description Product slug. */
                product: string;
                plan?: string;
                userObjectId?: string;
                email?: string;
            };
            path: {
                workspaceId: string;
                tenantId: string;
            };
        };
        responses: {
            /** @description The decision, with `explanation`. */
            200: {
                content: {
                    "application/json": components["schemas"]["UserEligibility"];
                };
            };
        };
    };
    listUsageReports: {
        parameters: {
            query?: {
                /** @description Default: 50. */
                limit?: number;
                /** @description The `next` of the previous page, which had the same `sort`. */
                after?: string;
                /** @description `-` sorts in descending order. Default: `-hour`. */
                sort?: "hour" | "-hour";
                status?: "Pending" | "Accepted" | "QuantityMismatch" | "Rejected" | "Expired" | "Skipped" | "NotBilled";
                /** @description `failing`: undecided, and the last attempt failed. `notSkipped`: every state but `skipped`. */
                state?: "held" | "due" | "claimed" | "retrying" | "accepted" | "quantityMismatch" | "rejected" | "expired" | "skipped" | "notBilled" | "failing" | "notSkipped";
                subscriptionId?: string;
                tenantId?: string;
                /** @description A product's slug. */
                product?: string;
                /** @description The id of a dimension. */
                dimension?: string;
                /** @description Inclusive. */
                from?: string;
                /** @description Exclusive. */
                until?: string;
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description Reports. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["UsageReport"][];
                        /** @description Send it as `after` for the next page; null on the last page. */
                        next: string | null;
                        /** @description The number of matches on all pages, counted up to 10000. */
                        total: {
                            count: number;
                            /** @description False: there are more than `count`, or there may be. */
                            isExact: boolean;
                        };
                    };
                };
            };
        };
    };
    reportUsage: {
        parameters: {
            path: {
                workspaceId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    subscriptionId: string;
                    dimension: string;
                    /**
                     * Format: date-time
                     * @description Any moment of the UTC hour.
                     */
                    hour: string;
                    /** @description As in usage records. */
                    quantity: number;
                    /** @description The dimension of the rejected report of this hour whose usage this is. The quantity must be the same. */
                    insteadOf?: string;
                };
            };
        };
        responses: {
            /** @description The report. */
            200: {
                content: {
                    "application/json": components["schemas"]["UsageReport"];
                };
            };
        };
    };
    exportUsageReports: {
        parameters: {
            query?: {
                /** @description `-` sorts in descending order. Default: `-hour`. */
                sort?: "hour" | "-hour";
                status?: "Pending" | "Accepted" | "QuantityMismatch" | "Rejected" | "Expired" | "Skipped" | "NotBilled";
                /** @description `failing`: undecided, and the last attempt failed. `notSkipped`: every state but `skipped`. */
                state?: "held" | "due" | "claimed" | "retrying" | "accepted" | "quantityMismatch" | "rejected" | "expired" | "skipped" | "notBilled" | "failing" | "notSkipped";
                subscriptionId?: string;
                tenantId?: string;
                /** @description A product's slug. */
                product?: string;
                /** @description The id of a dimension. */
                dimension?: string;
                /** @description Inclusive. */
                from?: string;
                /** @description Exclusive. */
                until?: string;
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description One line for each report; the first line has the column names. */
            200: {
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    correctUsageReport: {
        parameters: {
            path: {
                workspaceId: string;
                subscriptionId: string;
                hour: string;
                dimension: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in usage records. */
                    quantity: number;
                    replaces: number;
                };
            };
        };
        responses: {
            /** @description The report. */
            200: {
                content: {
                    "application/json": components["schemas"]["UsageReport"];
                };
            };
        };
    };
    releaseUsageReport: {
        parameters: {
            path: {
                workspaceId: string;
                subscriptionId: string;
                hour: string;
                dimension: string;
            };
        };
        responses: {
            /** @description The report. */
            200: {
                content: {
                    "application/json": components["schemas"]["UsageReport"];
                };
            };
        };
    };
    countUsageReports: {
        parameters: {
            query?: {
                /** @description Default: seven days before `until`; at most 31 days before. */
                from?: string;
                /** @description Default: now. */
                until?: string;
                subscriptionId?: string;
                tenantId?: string;
                /** @description A product's slug. */
                product?: string;
                /** @description The id of a dimension. */
                dimension?: string;
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description Counts by hour and state. */
            200: {
                content: {
                    "application/json": {
                        /** Format: date-time */
                        from: string;
                        /** Format: date-time */
                        until: string;
                        /** @description Hours with reports, oldest first. */
                        hours: {
                            /** Format: date-time */
                            hour: string;
                            /** @description On hold: its quantity can still be replaced. */
                            held: number;
                            /** @description Waits to be sent. */
                            due: number;
                            /** @description Being sent. */
                            claimed: number;
                            /** @description Sent without a result; waits for the next attempt. */
                            retrying: number;
                            /** @description Accepted by the marketplace. */
                            accepted: number;
                            /** @description The marketplace has a different quantity. */
                            quantityMismatch: number;
                            /** @description Rejected by the marketplace. */
                            rejected: number;
                            /** @description The 24 hours have passed. */
                            expired: number;
                            /** @description The quantity was 0. */
                            skipped: number;
                            /** @description Sold without a marketplace: counted, never sent. */
                            notBilled: number;
                            /** @description Undecided, and the last attempt failed. */
                            failing: number;
                            /** @description The sum of the reports of each dimension. */
                            quantities: {
                                product: string;
                                dimension: string;
                                quantity: number;
                            }[];
                        }[];
                        /** @description The dimensions with reports. */
                        dimensions: {
                            product: string;
                            dimension: string;
                            /** @description The id of a dimension that the plan does not have. */
                            dimensionName: string;
                            /** @description Null if it is not known. */
                            unit: string | null;
                        }[];
                    };
                };
            };
        };
    };
    summariseUsage: {
        parameters: {
            query?: {
                /** @description Default: 50. */
                limit?: number;
                /** @description The `next` of the previous page, which had the same `sort`. */
                after?: string;
                /** @description `-` sorts in descending order. Default: `subscriptionId`. */
                sort?: "subscriptionId" | "-subscriptionId" | "customer" | "-customer" | "reported" | "-reported" | "accepted" | "-accepted" | "lost" | "-lost" | "differingDays" | "-differingDays";
                /** @description Default: seven days before `until`; at most 31 days before. */
                from?: string;
                /** @description Default: now. */
                until?: string;
                subscriptionId?: string;
                tenantId?: string;
                /** @description A product's slug. */
                product?: string;
                /** @description The id of a dimension. */
                dimension?: string;
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description Sums of a subscription and dimension. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["UsageSummary"][];
                        /** @description Send it as `after` for the next page; null on the last page. */
                        next: string | null;
                        /** @description The number of matches on all pages, counted up to 10000. */
                        total: {
                            count: number;
                            /** @description False: there are more than `count`, or there may be. */
                            isExact: boolean;
                        };
                    };
                };
            };
        };
    };
    readUsageByDay: {
        parameters: {
            query?: {
                subscriptionId?: string;
                tenantId?: string;
                /** @description A product's slug. */
                product?: string;
                /** @description The id of a dimension. */
                dimension?: string;
                /** @description The first day, in UTC. Default: 30 days with `to`; at most 400. */
                from?: string;
                /** @description The last day, in UTC. Default: today. */
                to?: string;
                /** @description Dimensions. Default: 100. */
                limit?: number;
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description Usage by day. */
            200: {
                content: {
                    "application/json": {
                        /**
                         * Format: date
                         * @description In UTC.
                         */
                        from: string;
                        /**
                         * Format: date
                         * @description In UTC.
                         */
                        to: string;
                        /** @description The number of dimensions with usage. */
                        total: number;
                        /** @description One for each dimension of a product; the one that the most subscriptions use first. */
                        series: components["schemas"]["UsageSeries"][];
                    };
                };
            };
        };
    };
    exportUsageByDay: {
        parameters: {
            query?: {
                subscriptionId?: string;
                tenantId?: string;
                /** @description A product's slug. */
                product?: string;
                /** @description The id of a dimension. */
                dimension?: string;
                /** @description The first day, in UTC. Default: 30 days with `to`; at most 400. */
                from?: string;
                /** @description The last day, in UTC. Default: today. */
                to?: string;
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description One line for each day of a dimension; the first line has the column names. A text that a spreadsheet would evaluate as a formula has an apostrophe before it. */
            200: {
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    listUsageMeters: {
        parameters: {
            query?: {
                /** @description Default: 50. */
                limit?: number;
                /** @description The `next` of the previous page, which had the same `sort`. */
                after?: string;
                /** @description `-` sorts in descending order. Default: `-createdAt`. `name`: of the dimension; `plan`: product and plan by name. */
                sort?: "createdAt" | "-createdAt" | "name" | "-name" | "plan" | "-plan";
                subscriptionId?: string;
                tenantId?: string;
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description Dimensions. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["UsageMeter"][];
                        /** @description Send it as `after` for the next page; null on the last page. */
                        next: string | null;
                        /** @description The number of matches on all pages, counted up to 10000. */
                        total: {
                            count: number;
                            /** @description False: there are more than `count`, or there may be. */
                            isExact: boolean;
                        };
                    };
                };
            };
        };
    };
    listUsageLimits: {
        parameters: {
            query?: {
                /** @description Default: 50. */
                limit?: number;
                /** @description The `next` of the previous page, which had the same `sort`. */
                after?: string;
                /** @description `-` sorts in descending order. Default: `-createdAt`. `name`: of the dimension; `plan`: product and plan by name. */
                sort?: "createdAt" | "-createdAt" | "name" | "-name" | "plan" | "-plan";
            };
            path: {
                workspaceId: string;
                tenantId: string;
            };
        };
        responses: {
            /** @description Dimensions. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["UsageLimits"][];
                        /** @description Send it as `after` for the next page; null on the last page. */
                        next: string | null;
                        /** @description The number of matches on all pages, counted up to 10000. */
                        total: {
                            count: number;
                            /** @description False: there are more than `count`, or there may be. */
                            isExact: boolean;
                        };
                    };
                };
            };
        };
    };
    setUsageLimit: {
        parameters: {
            path: {
                workspaceId: string;
                tenantId: string;
                /** @description The product's slug. */
                product: string;
                dimension: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Up to 6 decimals; 0: nothing. */
                    quantity: number;
                    /** @enum {string} */
                    per: "Day" | "Month" | "Year" | "Term";
                    /**
                     * @description `Deny`: no reservation is granted beyond it. `Warn`: use beyond it is only announced.
                     * @enum {string}
                     */
                    action: "Deny" | "Warn";
                    /** @description Why; shown on the page of the customer and in the audit log. One line, without control and text-direction characters. */
                    reason: string;
                    /** Format: date-time */
                    endsAt?: string | null;
                };
            };
        };
        responses: {
            /** @description The limit. */
            200: {
                content: {
                    "application/json": components["schemas"]["CustomerUsageLimit"];
                };
            };
        };
    };
    removeUsageLimit: {
        parameters: {
            path: {
                workspaceId: string;
                tenantId: string;
                /** @description The product's slug. */
                product: string;
                dimension: string;
            };
        };
    };
    listMeterHours: {
        parameters: {
            query?: {
                /** @description Default: 50. */
                limit?: number;
                /** @description The `next` of the previous page, which had the same `sort`. */
                after?: string;
                /** @description `-` sorts in descending order. Default: `-hour`. */
                sort?: "hour" | "-hour" | "total" | "-total" | "events" | "-events";
                /** @description Inclusive. */
                from?: string;
                /** @description Exclusive. */
                until?: string;
            };
            path: {
                workspaceId: string;
                subscriptionId: string;
                dimension: string;
            };
        };
        responses: {
            /** @description Hours with events. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["MeterHour"][];
                        /** @description Send it as `after` for the next page; null on the last page. */
                        next: string | null;
                        /** @description The number of matches on all pages, counted up to 10000. */
                        total: {
                            count: number;
                            /** @description False: there are more than `count`, or there may be. */
                            isExact: boolean;
                        };
                    };
                };
            };
        };
    };
    exportMeterHours: {
        parameters: {
            query?: {
                /** @description `-` sorts in descending order. Default: `-hour`. */
                sort?: "hour" | "-hour" | "total" | "-total" | "events" | "-events";
                /** @description Inclusive. */
                from?: string;
                /** @description Exclusive. */
                until?: string;
            };
            path: {
                workspaceId: string;
                subscriptionId: string;
                dimension: string;
            };
        };
        responses: {
            /** @description One line for each hour; the first line has the column names. */
            200: {
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    listHourEvents: {
        parameters: {
            query?: {
                /** @description Default: 50. */
                limit?: number;
                /** @description The `next` of the previous page. */
                after?: string;
                /** @description `-` sorts in descending order. Default: `id`. */
                sort?: "id" | "-id";
                /** @description The exact id of the event. */
                id?: string;
                /** @description The first characters of the id. */
                idPrefix?: string;
            };
            path: {
                workspaceId: string;
                subscriptionId: string;
                dimension: string;
                hour: string;
            };
        };
        responses: {
            /** @description Events. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["StoredUsageEvent"][];
                        /** @description Send it as `after` for the next page; null on the last page. */
                        next: string | null;
                        /** @description The number of matches on all pages, counted up to 10000. */
                        total: {
                            count: number;
                            /** @description False: there are more than `count`, or there may be. */
                            isExact: boolean;
                        };
                    };
                };
            };
        };
    };
    exportHourEvents: {
        parameters: {
            query?: {
                /** @description The exact id of the event. */
                id?: string;
                /** @description The first characters of the id. */
                idPrefix?: string;
            };
            path: {
                workspaceId: string;
                subscriptionId: string;
                dimension: string;
                hour: string;
            };
        };
        responses: {
            /** @description One line for each event, by id; the first line has the column names. */
            200: {
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    listUsageDrifts: {
        parameters: {
            query?: {
                /** @description Default: 50. */
                limit?: number;
                /** @description The `next` of the previous page, which had the same `sort`. */
                after?: string;
                /** @description `-` sorts in descending order. Default: `-day`. */
                sort?: "day" | "-day" | "customer" | "-customer" | "difference" | "-difference" | "firstSeenAt" | "-firstSeenAt";
                /** @description Default: `Open`. */
                state?: "Open" | "Resolved" | "Any";
                tenantId?: string;
                /** @description A product's slug. */
                product?: string;
                /** @description The id of a dimension. */
                dimension?: string;
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description Differences. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["UsageDrift"][];
                        /** @description Send it as `after` for the next page; null on the last page. */
                        next: string | null;
                        /** @description The number of matches on all pages, counted up to 10000. */
                        total: {
                            count: number;
                            /** @description False: there are more than `count`, or there may be. */
                            isExact: boolean;
                        };
                    };
                };
            };
        };
    };
    listLicenceFiles: {
        parameters: {
            query?: {
                /** @description Default: 50. */
                limit?: number;
                /** @description The `next` of the previous page, which had the same `sort`. */
                after?: string;
                /** @description `-` sorts in descending order. Default: `-issuedAt`. */
                sort?: "issuedAt" | "-issuedAt" | "expiresAt" | "-expiresAt";
                tenantId?: string;
                /** @description The product's slug. */
                product?: string;
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description Licence files. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["LicenceFile"][];
                        /** @description Send it as `after` for the next page; null on the last page. */
                        next: string | null;
                        /** @description The number of matches on all pages, counted up to 10000. */
                        total: {
                            count: number;
                            /** @description False: there are more than `count`, or there may be. */
                            isExact: boolean;
                        };
                    };
                };
            };
        };
    };
    issueLicenceFile: {
        parameters: {
            path: {
                workspaceId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    tenantId: string;
                    /** @description The product's slug. */
                    product: string;
                    /** @description 1 to 13. */
                    months: number;
                    /** @description The text of the request file that the installation has written. */
                    requestFile?: string;
                    /**
                     * Format: uuid
                     * @description The id of the licence file that this one replaces, of the same customer and product.
                     */
                    replaces?: string;
                };
            };
        };
        responses: {
            /** @description The licence file. */
            201: {
                content: {
                    "application/json": components["schemas"]["LicenceFile"];
                };
            };
        };
    };
    previewLicenceFile: {
        parameters: {
            path: {
                workspaceId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    tenantId: string;
                    /** @description The product's slug. */
                    product: string;
                    /** @description 1 to 13. */
                    months: number;
                    /** @description The text of the request file that the installation has written. */
                    requestFile?: string;
                };
            };
        };
        responses: {
            /** @description What would be issued. */
            200: {
                content: {
                    "application/json": {
                        /** Format: date-time */
                        expiresAt: string;
                        /** @description Null: any installation may use the file. */
                        installation: {
                            name: string;
                            /** @description Of its public key, by RFC 7638. */
                            thumbprint: string;
                        } | null;
                    };
                };
            };
        };
    };
    readLicenceFile: {
        parameters: {
            path: {
                workspaceId: string;
                licenceFileId: string;
            };
        };
        responses: {
            /** @description The licence file. */
            200: {
                content: {
                    "application/json": components["schemas"]["LicenceFile"];
                };
            };
        };
    };
    downloadLicenceFile: {
        parameters: {
            path: {
                workspaceId: string;
                licenceFileId: string;
            };
        };
        responses: {
            /** @description The signed entitlement between lines that name the kind of file. */
            200: {
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    revokeLicenceFile: {
        parameters: {
            path: {
                workspaceId: string;
                licenceFileId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Why; in the audit log and in the event. One line, without control and text-direction characters. */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description The licence file. */
            200: {
                content: {
                    "application/json": components["schemas"]["LicenceFile"];
                };
            };
        };
    };
    listUsageFiles: {
        parameters: {
            query?: {
                /** @description Default: 50. */
                limit?: number;
                /** @description The `next` of the previous page, which had the same `sort`. */
                after?: string;
                /** @description `-` sorts in descending order. Default: `-uploadedAt`. */
                sort?: "uploadedAt" | "-uploadedAt";
                tenantId?: string;
                /** @description The product's slug. */
                product?: string;
                licenceFileId?: string;
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description Usage files. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["ListedUsageFile"][];
                        /** @description Send it as `after` for the next page; null on the last page. */
                        next: string | null;
                        /** @description The number of matches on all pages, counted up to 10000. */
                        total: {
                            count: number;
                            /** @description False: there are more than `count`, or there may be. */
                            isExact: boolean;
                        };
                    };
                };
            };
        };
    };
    uploadUsageFile: {
        parameters: {
            path: {
                workspaceId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The text of the usage file, at most 4 MiB. */
                    file: string;
                };
            };
        };
        responses: {
            /** @description The usage file. */
            200: {
                content: {
                    "application/json": components["schemas"]["TakenUsageFile"];
                };
            };
        };
    };
    readUsageFile: {
        parameters: {
            path: {
                workspaceId: string;
                usageFileId: string;
            };
        };
        responses: {
            /** @description The usage file. */
            200: {
                content: {
                    "application/json": components["schemas"]["UsageFile"];
                };
            };
        };
    };
    listApiClients: {
        parameters: {
            query?: {
                /** @description Default: 50. */
                limit?: number;
                /** @description The `next` of the previous page, which had the same `sort`. */
                after?: string;
                /** @description `-` sorts in descending order. Default: `-createdAt`. */
                sort?: "createdAt" | "-createdAt" | "name" | "-name" | "lastUsedAt" | "-lastUsedAt";
                /** @description Part of a name. */
                search?: string;
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description API clients. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["ApiClient"][];
                        /** @description Send it as `after` for the next page; null on the last page. */
                        next: string | null;
                        /** @description The number of matches on all pages, counted up to 10000. */
                        total: {
                            count: number;
                            /** @description False: there are more than `count`, or there may be. */
                            isExact: boolean;
                        };
                    };
                };
            };
        };
    };
    registerApiClient: {
        parameters: {
            path: {
                workspaceId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description One line, without control and text-direction characters. */
                    name: string;
                    scopes: ("entitlements:read" | "catalogue:read" | "usage:write")[];
                    /** @description Slugs of the allowed products; null: all, including later ones. */
                    products: string[] | null;
                    /** @description From 60 to the quota of the workspace's partner plan; null: the plan's default. */
                    rateLimitPerMinute?: number | null;
                };
            };
        };
        responses: {
            /** @description The API client. */
            201: {
                content: {
                    "application/json": components["schemas"]["ApiClient"];
                };
            };
        };
    };
    readApiClient: {
        parameters: {
            path: {
                workspaceId: string;
                apiClientId: string;
            };
        };
        responses: {
            /** @description The API client. */
            200: {
                content: {
                    "application/json": components["schemas"]["ApiClient"];
                };
            };
        };
    };
    changeApiClient: {
        parameters: {
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                apiClientId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description One line, without control and text-direction characters. */
                    name?: string;
                    scopes?: ("entitlements:read" | "catalogue:read" | "usage:write")[];
                    /** @description Slugs of the allowed products; null: all, including later ones. */
                    products?: string[] | null;
                    /** @description From 60 to the quota of the workspace's partner plan; null: the plan's default. */
                    rateLimitPerMinute?: number | null;
                };
            };
        };
        responses: {
            /** @description The API client. */
            200: {
                content: {
                    "application/json": components["schemas"]["ApiClient"];
                };
            };
        };
    };
    enableApiClient: {
        parameters: {
            path: {
                workspaceId: string;
                apiClientId: string;
            };
        };
        responses: {
            /** @description The API client. */
            200: {
                content: {
                    "application/json": components["schemas"]["ApiClient"];
                };
            };
        };
    };
    disableApiClient: {
        parameters: {
            path: {
                workspaceId: string;
                apiClientId: string;
            };
        };
        responses: {
            /** @description The API client. */
            200: {
                content: {
                    "application/json": components["schemas"]["ApiClient"];
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            path: {
                workspaceId: string;
                apiClientId: string;
            };
        };
        responses: {
            /** @description Its keys, the newest first; never their text. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["ApiKey"][];
                    };
                };
            };
        };
    };
    issueApiKey: {
        parameters: {
            path: {
                workspaceId: string;
                apiClientId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    expiresAt?: string | null;
                    /** @description For people, such as the place where the key is used; null: none. One line. */
                    name?: string | null;
                    /** @description The networks that the key may be used from, in CIDR notation, or single addresses; null: from anywhere. */
                    allowedNetworks?: string[] | null;
                };
            };
        };
        responses: {
            /** @description The key. Its text is shown here and never again. */
            201: {
                content: {
                    "application/json": {
                        /** @description The readable part of the key. */
                        keyId: string;
                        /** @description The whole key; it is shown only once. */
                        apiKey: string;
                    };
                };
            };
        };
    };
    renameApiKey: {
        parameters: {
            path: {
                workspaceId: string;
                /** @description The readable part of the key. */
                keyId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description For people, such as the place where the key is used; null: none. One line. */
                    name?: string | null;
                    /** @description The networks that the key may be used from, in CIDR notation, or single addresses; null: from anywhere. */
                    allowedNetworks?: string[] | null;
                };
            };
        };
        responses: {
            /** @description The key is changed. */
            200: {
                content: {
                    "application/json": {
                        /** @description The readable part of the key. */
                        keyId: string;
                        /** @description For people, such as the place where the key is used; null: none. */
                        name: string | null;
                        /** @description The networks that the key may be used from, in CIDR notation, or single addresses; null: from anywhere. */
                        allowedNetworks: string[] | null;
                    };
                };
            };
        };
    };
    rotateApiKey: {
        parameters: {
            path: {
                workspaceId: string;
                /** @description The readable part of the key. */
                keyId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Default: 24. */
                    overlapHours?: number;
                    /** Format: date-time */
                    expiresAt?: string | null;
                };
            };
        };
        responses: {
            /** @description The key. Its text is shown here and never again. */
            201: {
                content: {
                    "application/json": {
                        /** @description The readable part of the key. */
                        keyId: string;
                        /** @description The whole key; it is shown only once. */
                        apiKey: string;
                    };
                };
            };
        };
    };
    revokeApiKey: {
        parameters: {
            path: {
                workspaceId: string;
                /** @description The readable part of the key. */
                keyId: string;
            };
        };
        responses: {
            /** @description The key is revoked. */
            200: {
                content: {
                    "application/json": {
                        /** @description The readable part of the key. */
                        keyId: string;
                        /** Format: date-time */
                        revokedAt: string;
                    };
                };
            };
        };
    };
    listApplicationCredentials: {
        parameters: {
            path: {
                workspaceId: string;
                apiClientId: string;
            };
        };
        responses: {
            /** @description Its applications, newest first. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["ApplicationCredential"][];
                    };
                };
            };
        };
    };
    addApplicationCredential: {
        parameters: {
            path: {
                workspaceId: string;
                apiClientId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    applicationId: string;
                    /** Format: uuid */
                    tenantId: string;
                };
            };
        };
        responses: {
            /** @description The pending credential. Its challenge is shown here and never again. */
            201: {
                content: {
                    "application/json": {
                        /** Format: uuid */
                        credentialId: string;
                        challenge: string;
                        /** Format: date-time */
                        challengeExpiresAt: string;
                        /** @description The token endpoint of the application. */
                        tokenUrl: string;
                        /** @description The scope of the token. */
                        scope: string;
                        /** @description The endpoint for the challenge, called with the token. */
                        verifyUrl: string;
                    };
                };
            };
        };
    };
    removeApplicationCredential: {
        parameters: {
            path: {
                workspaceId: string;
                credentialId: string;
            };
        };
    };
    readClientActivity: {
        parameters: {
            query?: {
                /** @description Default: seven days before `until`; at most 31 days before. */
                from?: string;
                /** @description Default: now. */
                until?: string;
            };
            path: {
                workspaceId: string;
                apiClientId: string;
            };
        };
        responses: {
            /** @description The calls and refusals. */
            200: {
                content: {
                    "application/json": {
                        /** Format: uuid */
                        apiClientId: string;
                        /** @description Requests per minute. */
                        effectiveRateLimit: number;
                        rateLimitQuota: number;
                        /** Format: date-time */
                        lastUsedAt: string | null;
                        /** Format: date-time */
                        from: string;
                        /** Format: date-time */
                        until: string;
                        /** @description In the range, refused ones included. */
                        calls: number;
                        refused: number;
                        /** @description Hours with calls, oldest first. */
                        hours: {
                            /** Format: date-time */
                            hour: string;
                            calls: number;
                            refused: number;
                        }[];
                        /** @description The latest 100, also outside the range, newest first. */
                        refusals: {
                            /** Format: date-time */
                            refusedAt: string;
                            code: string;
                            status: number;
                            method: string;
                            /** @description The URL pattern of the route. */
                            route: string;
                            /** @description As in the response header and the log. */
                            requestId: string;
                        }[];
                    };
                };
            };
        };
    };
    listClientRequests: {
        parameters: {
            query?: {
                /** @description Default: 50. */
                limit?: number;
                /** @description The `next` of the previous page, which had the same `sort`. */
                after?: string;
                /** @description `-` sorts in descending order. Default: `-requestedAt`. */
                sort?: "requestedAt" | "-requestedAt";
                statusClass?: "2xx" | "3xx" | "4xx" | "5xx";
                /** @description The code of a refusal. */
                code?: string;
                tenantId?: string;
                from?: string;
                /** @description Exclusive. */
                until?: string;
            };
            path: {
                workspaceId: string;
                apiClientId: string;
            };
        };
        responses: {
            /** @description Requests. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["ApiClientRequest"][];
                        /** @description Send it as `after` for the next page; null on the last page. */
                        next: string | null;
                        /** @description The number of matches on all pages, counted up to 10000. */
                        total: {
                            count: number;
                            /** @description False: there are more than `count`, or there may be. */
                            isExact: boolean;
                        };
                        /** @description How long requests are kept; 0: they are not logged. */
                        keptDays: number;
                    };
                };
            };
        };
    };
    exportClientRequests: {
        parameters: {
            query?: {
                /** @description `-` sorts in descending order. Default: `-requestedAt`. */
                sort?: "requestedAt" | "-requestedAt";
                statusClass?: "2xx" | "3xx" | "4xx" | "5xx";
                /** @description The code of a refusal. */
                code?: string;
                tenantId?: string;
                from?: string;
                /** @description Exclusive. */
                until?: string;
            };
            path: {
                workspaceId: string;
                apiClientId: string;
            };
        };
        responses: {
            /** @description One line for each request; the first line has the column names. A text that a spreadsheet would evaluate as a formula has an apostrophe before it. */
            200: {
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                /** @description Default: 50. */
                limit?: number;
                /** @description The `next` of the previous page, which had the same `sort`. */
                after?: string;
                /** @description `-` sorts in descending order. Default: `-createdAt`. */
                sort?: "createdAt" | "-createdAt" | "name" | "-name";
                /** @description Part of a description or URL. */
                search?: string;
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description Endpoints. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["WebhookEndpoint"][];
                        /** @description Send it as `after` for the next page; null on the last page. */
                        next: string | null;
                        /** @description The number of matches on all pages, counted up to 10000. */
                        total: {
                            count: number;
                            /** @description False: there are more than `count`, or there may be. */
                            isExact: boolean;
                        };
                    };
                };
            };
        };
    };
    addWebhookEndpoint: {
        parameters: {
            path: {
                workspaceId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Begins with `https://` and must be on the public internet. */
                    url: string;
                    description?: string;
                    /** @description Types and groups such as `subscription.*`; null: all, including later ones. */
                    eventTypes?: ("subscription.*" | "entitlement.*" | "seat.*" | "usage.*" | "licence.*" | "subscription.created" | "subscription.activated" | "subscription.plan_changed" | "subscription.quantity_changed" | "subscription.renewed" | "subscription.suspended" | "subscription.reinstated" | "subscription.cancellation_scheduled" | "subscription.cancelled" | "subscription.expired" | "subscription.trial_ending" | "entitlement.changed" | "seat.assigned" | "seat.released" | "usage.threshold_reached" | "usage.period_closed" | "licence.issued" | "licence.revoked")[] | null;
                    /** @description Slugs of the products whose events it receives; null: all, including later ones. */
                    products?: string[] | null;
                    /** @description Sent with every delivery, such as the key of a gateway. The values are never shown. */
                    headers?: {
                        [key: string]: string;
                    };
                    /** @description The maximum of deliveries per minute; null: no limit. */
                    rateLimitPerMinute?: number | null;
                };
            };
        };
        responses: {
            /** @description The endpoint, with its secret. */
            201: {
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"] & {
                        /** @description Signs deliveries. It is shown only once. */
                        secret: string;
                    };
                };
            };
        };
    };
    readWebhookEndpoint: {
        parameters: {
            path: {
                workspaceId: string;
                endpointId: string;
            };
        };
        responses: {
            /** @description The endpoint. */
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
        };
    };
    removeWebhookEndpoint: {
        parameters: {
            path: {
                workspaceId: string;
                endpointId: string;
            };
        };
    };
    changeWebhookEndpoint: {
        parameters: {
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                endpointId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Begins with `https://` and must be on the public internet. */
                    url?: string;
                    description?: string;
                    /** @description Types and groups such as `subscription.*`; null: all, including later ones. */
                    eventTypes?: ("subscription.*" | "entitlement.*" | "seat.*" | "usage.*" | "licence.*" | "subscription.created" | "subscription.activated" | "subscription.plan_changed" | "subscription.quantity_changed" | "subscription.renewed" | "subscription.suspended" | "subscription.reinstated" | "subscription.cancellation_scheduled" | "subscription.cancelled" | "subscription.expired" | "subscription.trial_ending" | "entitlement.changed" | "seat.assigned" | "seat.released" | "usage.threshold_reached" | "usage.period_closed" | "licence.issued" | "licence.revoked")[] | null;
                    /** @description Slugs of the products whose events it receives; null: all, including later ones. */
                    products?: string[] | null;
                    /** @description The maximum of deliveries per minute; null: no limit. */
                    rateLimitPerMinute?: number | null;
                    /** @description All headers: a value, or null to keep the stored value. Omitted headers are removed. */
                    headers?: {
                        [key: string]: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description The endpoint. */
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
        };
    };
    enableWebhookEndpoint: {
        parameters: {
            path: {
                workspaceId: string;
                endpointId: string;
            };
        };
        responses: {
            /** @description The endpoint. */
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
        };
    };
    disableWebhookEndpoint: {
        parameters: {
            path: {
                workspaceId: string;
                endpointId: string;
            };
        };
        responses: {
            /** @description The endpoint. */
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            path: {
                workspaceId: string;
                endpointId: string;
            };
        };
        responses: {
            /** @description The new secret. It is shown here and never again. */
            200: {
                content: {
                    "application/json": {
                        secret: string;
                        /**
                         * Format: date-time
                         * @description Until then deliveries are also signed with the previous secret.
                         */
                        previousSecretEndsAt: string;
                    };
                };
            };
        };
    };
    sendTestEvent: {
        parameters: {
            query?: {
                type?: "subscription.created" | "subscription.activated" | "subscription.plan_changed" | "subscription.quantity_changed" | "subscription.renewed" | "subscription.suspended" | "subscription.reinstated" | "subscription.cancellation_scheduled" | "subscription.cancelled" | "subscription.expired" | "subscription.trial_ending" | "entitlement.changed" | "seat.assigned" | "seat.released" | "usage.threshold_reached" | "usage.period_closed" | "licence.issued" | "licence.revoked" | "webhook.test";
            };
            path: {
                workspaceId: string;
                endpointId: string;
            };
        };
        responses: {
            /** @description The delivery is queued. */
            202: {
                content: {
                    "application/json": {
                        /** Format: uuid */
                        eventId: string;
                    };
                };
            };
        };
    };
    readWebhookHealth: {
        parameters: {
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description Counts by the hour of the event. */
            200: {
                content: {
                    "application/json": {
                        /** Format: date-time */
                        from: string;
                        /** @description By endpoint, oldest hour first. Hours without events are omitted. */
                        items: {
                            /** Format: uuid */
                            endpointId: string;
                            /** Format: date-time */
                            hour: string;
                            delivered: number;
                            /** @description Failed, with attempts left. */
                            failing: number;
                            /** @description All attempts failed. */
                            failed: number;
                        }[];
                    };
                };
            };
        };
    };
    listWebhookEventTypes: {
        parameters: {
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description All event types. */
            200: {
                content: {
                    "application/json": {
                        items: {
                            /** @enum {string} */
                            type: "subscription.created" | "subscription.activated" | "subscription.plan_changed" | "subscription.quantity_changed" | "subscription.renewed" | "subscription.suspended" | "subscription.reinstated" | "subscription.cancellation_scheduled" | "subscription.cancelled" | "subscription.expired" | "subscription.trial_ending" | "entitlement.changed" | "seat.assigned" | "seat.released" | "usage.threshold_reached" | "usage.period_closed" | "licence.issued" | "licence.revoked" | "webhook.test";
                            summary: string;
                            /** @description The values of `eventTypes` that include the type; none for a test, which is sent on request. */
                            heardBy: string[];
                            /** @description An example payload; its schema is under `webhooks` in `/openapi.json`. */
                            example: {
                                /** @enum {string} */
                                type: "subscription.created" | "subscription.activated" | "subscription.plan_changed" | "subscription.quantity_changed" | "subscription.renewed" | "subscription.suspended" | "subscription.reinstated" | "subscription.cancellation_scheduled" | "subscription.cancelled" | "subscription.expired" | "subscription.trial_ending" | "entitlement.changed" | "seat.assigned" | "seat.released" | "usage.threshold_reached" | "usage.period_closed" | "licence.issued" | "licence.revoked" | "webhook.test";
                                /** Format: date-time */
                                timestamp: string;
                                data: {
                                    [key: string]: unknown;
                                };
                            };
                        }[];
                    };
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Default: 50. */
                limit?: number;
                /** @description The `next` of the previous page, which had the same `sort`. */
                after?: string;
                /** @description `-` sorts in descending order. Default: `-occurredAt`. */
                sort?: "occurredAt" | "-occurredAt";
                endpointId?: string;
                type?: "subscription.created" | "subscription.activated" | "subscription.plan_changed" | "subscription.quantity_changed" | "subscription.renewed" | "subscription.suspended" | "subscription.reinstated" | "subscription.cancellation_scheduled" | "subscription.cancelled" | "subscription.expired" | "subscription.trial_ending" | "entitlement.changed" | "seat.assigned" | "seat.released" | "usage.threshold_reached" | "usage.period_closed" | "licence.issued" | "licence.revoked" | "webhook.test";
                tenantId?: string;
                outcome?: "Pending" | "Delivered" | "Failed" | "Cancelled";
                /** @description Inclusive. */
                from?: string;
                /** @description Exclusive. */
                until?: string;
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description Deliveries. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["WebhookDelivery"][];
                        /** @description Send it as `after` for the next page; null on the last page. */
                        next: string | null;
                        /** @description The number of matches on all pages, counted up to 10000. */
                        total: {
                            count: number;
                            /** @description False: there are more than `count`, or there may be. */
                            isExact: boolean;
                        };
                    };
                };
            };
        };
    };
    readWebhookDelivery: {
        parameters: {
            query?: {
                /** @description The number of the replay; default: the latest. */
                replay?: number;
            };
            path: {
                workspaceId: string;
                endpointId: string;
                eventId: string;
            };
        };
        responses: {
            /** @description The delivery. */
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryDetails"];
                };
            };
        };
    };
    replayWebhookDelivery: {
        parameters: {
            path: {
                workspaceId: string;
                endpointId: string;
                eventId: string;
            };
        };
        responses: {
            /** @description The delivery is queued. */
            202: {
                content: {
                    "application/json": {
                        /** Format: uuid */
                        eventId: string;
                    };
                };
            };
        };
    };
    replayWebhookDeliveries: {
        parameters: {
            path: {
                workspaceId: string;
                endpointId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description Within the last 30 days.
                     */
                    from: string;
                    /**
                     * Format: date-time
                     * @description Exclusive.
                     */
                    until: string;
                    /** @description `Missed`: matching events without a delivery, from before it was added or while it was disabled. */
                    outcomes: ("Delivered" | "Failed" | "Cancelled" | "Missed")[];
                    types?: ("subscription.created" | "subscription.activated" | "subscription.plan_changed" | "subscription.quantity_changed" | "subscription.renewed" | "subscription.suspended" | "subscription.reinstated" | "subscription.cancellation_scheduled" | "subscription.cancelled" | "subscription.expired" | "subscription.trial_ending" | "entitlement.changed" | "seat.assigned" | "seat.released" | "usage.threshold_reached" | "usage.period_closed" | "licence.issued" | "licence.revoked" | "webhook.test")[];
                    /** Format: uuid */
                    tenantId?: string;
                    /**
                     * Format: uuid
                     * @description The `next` of the previous call.
                     */
                    after?: string;
                };
            };
        };
        responses: {
            /** @description They will be sent at once. */
            202: {
                content: {
                    "application/json": {
                        /** @description The number replayed by this call. */
                        replayed: number;
                        /** Format: uuid */
                        next: string | null;
                    };
                };
            };
        };
    };
    previewWebhookReplay: {
        parameters: {
            path: {
                workspaceId: string;
                endpointId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description Within the last 30 days.
                     */
                    from: string;
                    /**
                     * Format: date-time
                     * @description Exclusive.
                     */
                    until: string;
                    /** @description `Missed`: matching events without a delivery, from before it was added or while it was disabled. */
                    outcomes: ("Delivered" | "Failed" | "Cancelled" | "Missed")[];
                    types?: ("subscription.created" | "subscription.activated" | "subscription.plan_changed" | "subscription.quantity_changed" | "subscription.renewed" | "subscription.suspended" | "subscription.reinstated" | "subscription.cancellation_scheduled" | "subscription.cancelled" | "subscription.expired" | "subscription.trial_ending" | "entitlement.changed" | "seat.assigned" | "seat.released" | "usage.threshold_reached" | "usage.period_closed" | "licence.issued" | "licence.revoked" | "webhook.test")[];
                    /** Format: uuid */
                    tenantId?: string;
                };
            };
        };
        responses: {
            /** @description The number. */
            200: {
                content: {
                    "application/json": {
                        count: number;
                        /** @description False: there are more than `count`, or there may be. */
                        isExact: boolean;
                    };
                };
            };
        };
    };
    listMarketplaceConnections: {
        parameters: {
            query?: {
                /** @description Default: 50. */
                limit?: number;
                /** @description The `next` of the previous page, which had the same `sort`. */
                after?: string;
                /** @description `-` sorts in descending order. Default: `-createdAt`. */
                sort?: "createdAt" | "-createdAt" | "sourceName" | "-sourceName" | "credentialEndsAt" | "-credentialEndsAt";
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description Connections. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["MarketplaceConnection"][];
                        /** @description Send it as `after` for the next page; null on the last page. */
                        next: string | null;
                        /** @description The number of matches on all pages, counted up to 10000. */
                        total: {
                            count: number;
                            /** @description False: there are more than `count`, or there may be. */
                            isExact: boolean;
                        };
                    };
                };
            };
        };
    };
    connectMarketplace: {
        parameters: {
            path: {
                workspaceId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The marketplace; default: Microsoft. It never changes.
                     * @enum {string}
                     */
                    kind?: "Microsoft" | "Aws";
                    /** @description One line, without control and text-direction characters. */
                    sourceName: string;
                    /** Format: uuid */
                    tenantId?: string;
                    /**
                     * Format: uuid
                     * @description The application's id.
                     */
                    clientId?: string;
                    /** @description The application's secret, or a certificate with its private key; for an account of a seller, an access key, or the node's own credential. */
                    credential: {
                        /** @enum {string} */
                        kind: "secret";
                        clientSecret: string;
                    } | {
                        /** @enum {string} */
                        kind: "certificate";
                        privateKeyPem: string;
                        certificatePem: string;
                    } | {
                        /** @enum {string} */
                        kind: "accessKey";
                        accessKeyId: string;
                        secretAccessKey: string;
                    } | {
                        /** @enum {string} */
                        kind: "node";
                    };
                    /**
                     * Format: date-time
                     * @description The expiry of the credential; read from a certificate. Support gets notices before it.
                     */
                    credentialEndsAt?: string | null;
                    /** @description Default: https://login.microsoftonline.com. Must be `https` on the public internet. */
                    authUrl?: string;
                    /** @description Default: https://marketplaceapi.microsoft.com. Must be `https` on the public internet. */
                    marketplaceUrl?: string;
                    /** @description For development, with an emulator that sends no valid token: notifications are accepted without the marketplace's token. Refused, and without effect, unless `PUBLIC_URL` is a loopback address. */
                    acceptsUnsignedCalls?: boolean;
                    /** @description The number of the account that published the products: 12 digits. */
                    sellerAccount?: string;
                    /** @description Where usage is metered; default: us-east-1. Stays once usage was reported. */
                    region?: string;
                    /** @description A role of the account to assume, with the `externalId` of the connection. */
                    roleArn?: string | null;
                    /** @description One address for all services, of an emulator. Default: the marketplace. */
                    endpointUrl?: string | null;
                    /** @description Reports hours without usage as 0; default: false. */
                    sendZeros?: boolean;
                };
            };
        };
        responses: {
            /** @description The connection. */
            201: {
                content: {
                    "application/json": {
                        /** Format: uuid */
                        connectionId: string;
                        /**
                         * @description The marketplace; never changes.
                         * @enum {string}
                         */
                        kind: "Microsoft" | "Aws";
                        /** @description What its marketplace can do. */
                        traits: {
                            /** @description Purchases name the customer's tenant; otherwise the first that confirms is the customer. */
                            namesCustomer: boolean;
                            /** @description Purchases wait for an activation, which begins the billing. */
                            canActivate: boolean;
                            /** @description Changes of plan and quantity, and cancellations, can be requested. */
                            canChange: boolean;
                            /** @description Lists the plans of an offer, which mappings are compared with. */
                            listsPlans: boolean;
                            /** @description Accepted usage can be read, and is compared. */
                            canReadUsage: boolean;
                            /** @description The marketplace suspends subscriptions, and reinstates them. */
                            suspends: boolean;
                        };
                        /** @description The source of the marketplace mappings that use it. */
                        sourceName: string;
                        /** @description The identity provider that issues its tokens and signs those of the marketplace; empty for an account of a seller. */
                        authUrl: string;
                        /** @description Empty for an account of a seller at the marketplace itself. */
                        marketplaceUrl: string;
                        /**
                         * Format: uuid
                         * @description The tenant of the application. An account of a seller has none: then it is always `00000000-0000-0000-0000-000000000000`, and `seller` is not null.
                         */
                        tenantId: string;
                        /**
                         * Format: uuid
                         * @description The id of the application. An account of a seller has none: then it is always `00000000-0000-0000-0000-000000000000`, and `seller` is not null.
                         */
                        clientId: string;
                        /** @description The account of a seller; null for an application. */
                        seller: {
                            /** @description The number of the account that published the products. */
                            sellerAccount: string;
                            /** @description Where usage is metered; stays once usage was reported. */
                            region: string;
                            /** @description Null: the node's own credential. */
                            accessKeyId: string | null;
                            /** @description The role that is assumed; null: none. */
                            roleArn: string | null;
                            /** @description For the role's trust policy. */
                            externalId: string;
                            /** @description The address of an emulator; null: the marketplace. */
                            endpointUrl: string | null;
                            /** @description Whether hours without usage are reported as 0. */
                            sendZeros: boolean;
                            /**
                             * Format: date-time
                             * @description Until when the previous event secret is accepted; null: there is none.
                             */
                            previousEventSecretEndsAt: string | null;
                            /** @description Whether pay as you go is compared with the agreements at the marketplace. False: its account does not grant `SearchAgreements` and `DescribeAgreement`. Null: not compared yet. */
                            reconcilesAgreements: boolean | null;
                        } | null;
                        /** @description For development: notifications are accepted without the marketplace's token. */
                        acceptsUnsignedCalls: boolean;
                        credential: {
                            /**
                             * @description New versions add kinds.
                             * @enum {string}
                             */
                            kind: "secret" | "certificate" | "accessKey" | "node";
                            /**
                             * Format: date-time
                             * @description The expiry; null if not set.
                             */
                            endsAt: string | null;
                        };
                        /**
                         * @description The worst of its credential, its requests, its reconciliation and the findings of its last check.
                         * @enum {string}
                         */
                        state: "Fine" | "Warning" | "Failing";
                        /** @description For the technical configuration of the offers. For an account of a seller: where its events are sent, with the event secret in the header `X-Tessera-Event-Secret`. */
                        webhookUrl: string;
                        /** @description For the technical configuration of the offers. */
                        landingPageUrl: string;
                        /** @description The customer's page, for links from the application: subscriptions, usage and seats. */
                        accountUrl: string;
                        /** @description The purchase page of the demo’s emulator of the marketplace; with `offerId` and `planId` added, the plan is chosen. Null: a real marketplace, where a test purchase is a private one. */
                        testPurchaseUrl: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description When the last notification with a valid token arrived.
                         */
                        lastCallAt: string | null;
                        reconciliation: {
                            /** @enum {string} */
                            state: "Idle" | "Asked" | "Running";
                            /** Format: date-time */
                            askedAt: string | null;
                            /** Format: date-time */
                            doneAt: string | null;
                            /** @description The result of the last one; each repair is a notice in the inbox. */
                            result: {
                                compared: number;
                                unreadable: number;
                                repaired: number;
                                unrepaired: number;
                            } | null;
                            /** @description The error of the last run; null if it succeeded. */
                            failure: string | null;
                        };
                        /**
                         * Format: date-time
                         * @description Null: not yet, or never because the marketplace does not show usage.
                         */
                        usageComparedAt: string | null;
                        /** @description The findings of the last check; null if there was none. */
                        lastCheck: {
                            /** Format: date-time */
                            checkedAt: string;
                            findings: components["schemas"]["ConnectionFinding"][];
                        } | null;
                        /** @description Requests that send usage fail and pause; null while they succeed. */
                        circuit: {
                            /** Format: date-time */
                            since: string;
                            reason: string;
                            /** Format: date-time */
                            restsUntil: string;
                        } | null;
                        /** @description Of an account of a seller. It is shown here and never again. */
                        eventSecret?: string;
                    };
                };
            };
        };
    };
    readMarketplaceConnection: {
        parameters: {
            path: {
                workspaceId: string;
                connectionId: string;
            };
        };
        responses: {
            /** @description The connection. */
            200: {
                content: {
                    "application/json": components["schemas"]["MarketplaceConnection"];
                };
            };
        };
    };
    removeMarketplaceConnection: {
        parameters: {
            path: {
                workspaceId: string;
                connectionId: string;
            };
        };
    };
    changeMarketplaceConnection: {
        parameters: {
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                connectionId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    tenantId?: string;
                    /**
                     * Format: uuid
                     * @description The application's id.
                     */
                    clientId?: string;
                    /** @description The application's secret, or a certificate with its private key; for an account of a seller, an access key, or the node's own credential. */
                    credential?: {
                        /** @enum {string} */
                        kind: "secret";
                        clientSecret: string;
                    } | {
                        /** @enum {string} */
                        kind: "certificate";
                        privateKeyPem: string;
                        certificatePem: string;
                    } | {
                        /** @enum {string} */
                        kind: "accessKey";
                        accessKeyId: string;
                        secretAccessKey: string;
                    } | {
                        /** @enum {string} */
                        kind: "node";
                    };
                    /**
                     * Format: date-time
                     * @description The expiry of the credential; read from a certificate. Support gets notices before it.
                     */
                    credentialEndsAt?: string | null;
                    /** @description Default: https://login.microsoftonline.com. Must be `https` on the public internet. */
                    authUrl?: string;
                    /** @description Default: https://marketplaceapi.microsoft.com. Must be `https` on the public internet. */
                    marketplaceUrl?: string;
                    /** @description For development, with an emulator that sends no valid token: notifications are accepted without the marketplace's token. Refused, and without effect, unless `PUBLIC_URL` is a loopback address. */
                    acceptsUnsignedCalls?: boolean;
                    /** @description The number of the account that published the products: 12 digits. */
                    sellerAccount?: string;
                    /** @description Where usage is metered; default: us-east-1. Stays once usage was reported. */
                    region?: string;
                    /** @description A role of the account to assume, with the `externalId` of the connection. */
                    roleArn?: string | null;
                    /** @description One address for all services, of an emulator. Default: the marketplace. */
                    endpointUrl?: string | null;
                    /** @description Reports hours without usage as 0; default: false. */
                    sendZeros?: boolean;
                };
            };
        };
        responses: {
            /** @description The connection. */
            200: {
                content: {
                    "application/json": components["schemas"]["MarketplaceConnection"];
                };
            };
        };
    };
    reconcileMarketplace: {
        parameters: {
            path: {
                workspaceId: string;
                connectionId: string;
            };
        };
        responses: {
            /** @description Requested. */
            202: {
                content: {
                    "application/json": components["schemas"]["MarketplaceConnection"];
                };
            };
        };
    };
    rotateMarketplaceEventSecret: {
        parameters: {
            path: {
                workspaceId: string;
                connectionId: string;
            };
        };
        responses: {
            /** @description The new event secret. It is shown here and never again. */
            200: {
                content: {
                    "application/json": {
                        eventSecret: string;
                        /** Format: date-time */
                        previousSecretEndsAt: string | null;
                    };
                };
            };
        };
    };
    checkMarketplaceConnection: {
        parameters: {
            path: {
                workspaceId: string;
                connectionId: string;
            };
        };
        responses: {
            /** @description The findings, in the order in which to fix them. */
            200: {
                content: {
                    "application/json": {
                        /** Format: date-time */
                        checkedAt: string;
                        findings: components["schemas"]["ConnectionFinding"][];
                    };
                };
            };
        };
    };
    listMarketplaceOffers: {
        parameters: {
            query?: {
                /** @description Whether to request the offers now instead of using the cached response. */
                refresh?: boolean;
            };
            path: {
                workspaceId: string;
                connectionId: string;
            };
        };
        responses: {
            /** @description The offers by id, as of `checkedAt`; with a `failure` if the latest request failed. */
            200: {
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description When the marketplace listed the offers.
                         */
                        checkedAt: string;
                        /** @description Why the latest request failed; null: it succeeded. */
                        failure: string | null;
                        offers: components["schemas"]["MarketplaceOffer"][];
                    };
                };
            };
        };
    };
    readSampleExport: {
        parameters: {
            path: {
                workspaceId: string;
                connectionId: string;
            };
        };
        responses: {
            /** @description The tables as CSV. */
            200: {
                content: {
                    "application/json": {
                        /** @description Null outside the demo. */
                        tables: {
                            [key: string]: string;
                        } | null;
                    };
                };
            };
        };
    };
    planImport: {
        parameters: {
            path: {
                workspaceId: string;
                connectionId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The tables of the SaaS Accelerator as CSV with a header; `MeteredDimensions` and `Users` may be missing. At most 5,000 subscriptions. Without `tables`, every subscription of the connection is imported. */
                    tables?: {
                        Subscriptions?: string;
                        Plans?: string;
                        Offers?: string;
                        MeteredDimensions?: string;
                        Users?: string;
                    };
                };
            };
        };
        responses: {
            /** @description The plan. */
            200: {
                content: {
                    "application/json": {
                        /** @description The drafts of products, plans and mappings that the catalogue lacks. */
                        changes: components["schemas"]["CatalogueChange"][];
                        /** @description Of the changes; send it back to add these drafts and no others. */
                        fingerprint: string;
                        /** @description What is left to a person. */
                        notes: {
                            offerId: string;
                            /** @description Null: the whole offer. */
                            planId: string | null;
                            note: string;
                        }[];
                        subscriptions: components["schemas"]["ImportRow"][];
                        /** @description Live subscriptions at the marketplace that the export lacks. */
                        notExported: number;
                    };
                };
            };
        };
    };
    draftImport: {
        parameters: {
            path: {
                workspaceId: string;
                connectionId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The tables of the SaaS Accelerator as CSV with a header; `MeteredDimensions` and `Users` may be missing. At most 5,000 subscriptions. Without `tables`, every subscription of the connection is imported. */
                    tables?: {
                        Subscriptions?: string;
                        Plans?: string;
                        Offers?: string;
                        MeteredDimensions?: string;
                        Users?: string;
                    };
                    /** @description The `fingerprint` of the plan. */
                    fingerprint: string;
                };
            };
        };
        responses: {
            /** @description What was added. */
            200: {
                content: {
                    "application/json": {
                        /** @description The drafts of products, plans and mappings that the catalogue lacks. */
                        changes: components["schemas"]["CatalogueChange"][];
                    };
                };
            };
        };
    };
    applyImport: {
        parameters: {
            path: {
                workspaceId: string;
                connectionId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    subscriptions: {
                        /**
                         * Format: uuid
                         * @description The id at the marketplace.
                         */
                        id: string;
                        fingerprint: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description What was done. */
            200: {
                content: {
                    "application/json": {
                        /** @description Without the rows that were not reached: send those again. */
                        subscriptions: components["schemas"]["AppliedImportRow"][];
                        /** @description Why the marketplace ended it early; null: it did not. */
                        failure: {
                            reason: string;
                            retryAfterSeconds: number | null;
                        } | null;
                    };
                };
            };
        };
    };
    listMarketplaceCalls: {
        parameters: {
            query?: {
                /** @description Default: 50. */
                limit?: number;
                /** @description The `next` of the previous page, which had the same `sort`. */
                after?: string;
                /** @description `-` sorts in descending order. Default: `-receivedAt`. */
                sort?: "receivedAt" | "-receivedAt";
                state?: "Received" | "Applied" | "Refused" | "Ignored" | "Failed";
                action?: string;
                requestedBy?: "Marketplace" | "Publisher";
                sourceName?: string;
                operationId?: string;
                marketplaceSubscriptionId?: string;
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description Notifications. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["MarketplaceCall"][];
                        /** @description Send it as `after` for the next page; null on the last page. */
                        next: string | null;
                        /** @description The number of matches on all pages, counted up to 10000. */
                        total: {
                            count: number;
                            /** @description False: there are more than `count`, or there may be. */
                            isExact: boolean;
                        };
                    };
                };
            };
        };
    };
    readMarketplaceCall: {
        parameters: {
            path: {
                workspaceId: string;
                callId: string;
            };
        };
        responses: {
            /** @description The notification. */
            200: {
                content: {
                    "application/json": components["schemas"]["MarketplaceCallDetails"];
                };
            };
        };
    };
    listPurchases: {
        parameters: {
            query?: {
                /** @description Default: 50. */
                limit?: number;
                /** @description The `next` of the previous page, which had the same `sort`. */
                after?: string;
                /** @description `-` sorts in descending order. Default: `boughtAt`. */
                sort?: "marketplaceSubscriptionId" | "-marketplaceSubscriptionId" | "boughtAt" | "-boughtAt";
                tenantId?: string;
                /** @description A part of the organisation's name or of the buyer's e-mail address, the number of the buyer's account, or the marketplace's id. */
                search?: string;
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description Purchases. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["Purchase"][];
                        /** @description Send it as `after` for the next page; null on the last page. */
                        next: string | null;
                        /** @description The number of matches on all pages, counted up to 10000. */
                        total: {
                            count: number;
                            /** @description False: there are more than `count`, or there may be. */
                            isExact: boolean;
                        };
                    };
                };
            };
        };
    };
    readPurchase: {
        parameters: {
            path: {
                workspaceId: string;
                marketplaceSubscriptionId: string;
            };
        };
        responses: {
            /** @description The purchase. */
            200: {
                content: {
                    "application/json": components["schemas"]["Purchase"];
                };
            };
        };
    };
    checkPurchase: {
        parameters: {
            path: {
                workspaceId: string;
                marketplaceSubscriptionId: string;
            };
        };
        responses: {
            /** @description The purchase after it. */
            200: {
                content: {
                    "application/json": {
                        /** Format: date-time */
                        comparedAt: string;
                        /**
                         * Format: uuid
                         * @description The subscription here; null if there is none.
                         */
                        subscriptionId: string | null;
                        /**
                         * @description Of the subscription.
                         * @enum {unknown}
                         */
                        status: "Pending" | "Active" | "Suspended" | "Cancelled" | "Expired" | null;
                        /** @description Null: it is no longer pending. */
                        purchase: components["schemas"]["Purchase"] | null;
                    };
                };
            };
        };
    };
    activatePurchase: {
        parameters: {
            path: {
                workspaceId: string;
                marketplaceSubscriptionId: string;
            };
        };
        responses: {
            /** @description The purchase after it. */
            200: {
                content: {
                    "application/json": {
                        /** Format: date-time */
                        comparedAt: string;
                        /**
                         * Format: uuid
                         * @description The subscription here; null if there is none.
                         */
                        subscriptionId: string | null;
                        /**
                         * @description Of the subscription.
                         * @enum {unknown}
                         */
                        status: "Pending" | "Active" | "Suspended" | "Cancelled" | "Expired" | null;
                        /** @description Null: it is no longer pending. */
                        purchase: components["schemas"]["Purchase"] | null;
                    };
                };
            };
        };
    };
    assignPurchase: {
        parameters: {
            path: {
                workspaceId: string;
                marketplaceSubscriptionId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    tenantId: string;
                };
            };
        };
        responses: {
            /** @description The purchase after it. */
            200: {
                content: {
                    "application/json": {
                        /** Format: date-time */
                        comparedAt: string;
                        /**
                         * Format: uuid
                         * @description The subscription here; null if there is none.
                         */
                        subscriptionId: string | null;
                        /**
                         * @description Of the subscription.
                         * @enum {unknown}
                         */
                        status: "Pending" | "Active" | "Suspended" | "Cancelled" | "Expired" | null;
                        /** @description Null: it is no longer pending. */
                        purchase: components["schemas"]["Purchase"] | null;
                    };
                };
            };
        };
    };
    cancelPurchase: {
        parameters: {
            path: {
                workspaceId: string;
                marketplaceSubscriptionId: string;
            };
        };
        responses: {
            /** @description The purchase after it. */
            200: {
                content: {
                    "application/json": {
                        /** Format: date-time */
                        comparedAt: string;
                        /**
                         * Format: uuid
                         * @description The subscription here; null if there is none.
                         */
                        subscriptionId: string | null;
                        /**
                         * @description Of the subscription.
                         * @enum {unknown}
                         */
                        status: "Pending" | "Active" | "Suspended" | "Cancelled" | "Expired" | null;
                        /** @description Null: it is no longer pending. */
                        purchase: components["schemas"]["Purchase"] | null;
                    };
                };
            };
        };
    };
    viewAsCustomer: {
        parameters: {
            path: {
                workspaceId: string;
                tenantId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The connection whose customer's page is viewed.
                     */
                    connectionId: string;
                };
            };
        };
        responses: {
            /** @description The view. */
            200: {
                content: {
                    "application/json": {
                        /** Format: uri */
                        url: string;
                        /** Format: date-time */
                        endsAt: string;
                    };
                };
            };
        };
    };
    listIdpConnections: {
        parameters: {
            query?: {
                /** @description `-` sorts in descending order. Default: `product`. */
                sort?: "product" | "-product" | "name" | "-name";
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description Connections. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["IdpConnection"][];
                        /** @description Send it as `after` for the next page; null on the last page. */
                        next: string | null;
                        /** @description The number of matches on all pages, counted up to 10000. */
                        total: {
                            count: number;
                            /** @description False: there are more than `count`, or there may be. */
                            isExact: boolean;
                        };
                    };
                };
            };
        };
    };
    connectIdp: {
        parameters: {
            path: {
                workspaceId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Slug. */
                    product: string;
                    /** Format: uuid */
                    clientId: string;
                    clientSecret: string;
                };
            };
        };
        responses: {
            /** @description The connection. */
            201: {
                content: {
                    "application/json": components["schemas"]["IdpConnection"];
                };
            };
        };
    };
    readIdpConnection: {
        parameters: {
            path: {
                workspaceId: string;
                productId: string;
            };
        };
        responses: {
            /** @description The connection. */
            200: {
                content: {
                    "application/json": components["schemas"]["IdpConnection"];
                };
            };
        };
    };
    replaceIdpConnection: {
        parameters: {
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                productId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    clientId: string;
                    clientSecret: string;
                };
            };
        };
        responses: {
            /** @description The connection. */
            200: {
                content: {
                    "application/json": components["schemas"]["IdpConnection"];
                };
            };
        };
    };
    removeIdpConnection: {
        parameters: {
            path: {
                workspaceId: string;
                productId: string;
            };
        };
    };
    listProducts: {
        parameters: {
            query?: {
                /** @description Default: 50. */
                limit?: number;
                /** @description The `next` of the previous page, which had the same `sort`. */
                after?: string;
                /** @description `-` sorts in descending order. Default: `slug`. */
                sort?: "slug" | "-slug" | "name" | "-name" | "createdAt" | "-createdAt";
                status?: "Draft" | "Published" | "Archived";
                /** @description Part of a name or slug. */
                search?: string;
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description Products of every status, by slug unless sorted otherwise. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["ProductSummary"][];
                        /** @description Send it as `after` for the next page; null on the last page. */
                        next: string | null;
                        /** @description The number of matches on all pages, counted up to 10000. */
                        total: {
                            count: number;
                            /** @description False: there are more than `count`, or there may be. */
                            isExact: boolean;
                        };
                    };
                };
            };
        };
    };
    addProduct: {
        parameters: {
            path: {
                workspaceId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Lower-case letters, digits and single hyphens. It cannot be changed. */
                    slug: string;
                    /** @description For display. One line, without control and text-direction characters. */
                    name: string;
                    types: ("WebApp" | "TeamsApp" | "SharePointApp" | "OfficeAddIn" | "PowerPlatformSolution")[];
                    /** @description Slugs. */
                    categories?: string[];
                    /** @description Where customers open the product after a purchase; null if it has no single address. */
                    applicationUrl?: string | null;
                    /** @description Where customers get help: an e-mail address or an https URL. Shown on the pages of customers. */
                    supportContact?: string | null;
                    /** @description The colour of links and buttons on the pages of customers, such as `#1a5fb4`. Where text would be hard to read, a darker or lighter shade is shown. */
                    accentColour?: string | null;
                    plan?: {
                        /** @description Lower-case letters, digits and single hyphens. It cannot be changed. */
                        slug: string;
                        /** @description For display. One line, without control and text-direction characters. */
                        name: string;
                        /** @enum {string} */
                        licenceModel: "TenantWide" | "Seats" | "IdpManaged";
                        /** @enum {string} */
                        billingModel: "FlatRate" | "PerUser";
                        /** @description Replaces all existing ones. */
                        capabilities?: {
                            [key: string]: boolean;
                        };
                        /** @description Replaces all existing ones. */
                        limits?: {
                            [key: string]: number;
                        };
                        /** @description The identity provider's name for the plan; null if its licences are not managed there. */
                        serviceIdentifier?: string | null;
                        /** @description Publishes the plan at once, and its product if that is a draft. Default: false. */
                        publish?: boolean;
                    };
                    /** @description Texts for display, by the names that plans use. Each given label replaces the existing one, null removes it, others stay. */
                    labels?: {
                        capabilities?: {
                            [key: string]: {
                                name?: string | null;
                                description?: string | null;
                                /** @description Whether the pages of customers leave it out. Default: false. */
                                isHidden?: boolean;
                            } | null;
                        };
                        limits?: {
                            [key: string]: {
                                name?: string | null;
                                description?: string | null;
                                /** @description Whether the pages of customers leave it out. Default: false. */
                                isHidden?: boolean;
                                unit?: string | null;
                                /** @enum {string|null} */
                                absentMeans?: "None" | "Unlimited" | null;
                            } | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description The whole product. Its `ETag` counts every change of it, its editions, plans and mappings. */
            201: {
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
        };
    };
    readProduct: {
        parameters: {
            path: {
                workspaceId: string;
                product: string;
            };
        };
        responses: {
            /** @description The whole product. Its `ETag` counts every change of it, its editions, plans and mappings. */
            200: {
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
        };
    };
    removeProduct: {
        parameters: {
            path: {
                workspaceId: string;
                product: string;
            };
        };
    };
    changeProduct: {
        parameters: {
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                product: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description For display. One line, without control and text-direction characters. */
                    name?: string;
                    types?: ("WebApp" | "TeamsApp" | "SharePointApp" | "OfficeAddIn" | "PowerPlatformSolution")[];
                    /** @description Slugs. */
                    categories?: string[];
                    /** @description Where customers open the product after a purchase; null if it has no single address. */
                    applicationUrl?: string | null;
                    /** @description Where customers get help: an e-mail address or an https URL. Shown on the pages of customers. */
                    supportContact?: string | null;
                    /** @description The colour of links and buttons on the pages of customers, such as `#1a5fb4`. Where text would be hard to read, a darker or lighter shade is shown. */
                    accentColour?: string | null;
                    /** @description Texts for display, by the names that plans use. Each given label replaces the existing one, null removes it, others stay. */
                    labels?: {
                        capabilities?: {
                            [key: string]: {
                                name?: string | null;
                                description?: string | null;
                                /** @description Whether the pages of customers leave it out. Default: false. */
                                isHidden?: boolean;
                            } | null;
                        };
                        limits?: {
                            [key: string]: {
                                name?: string | null;
                                description?: string | null;
                                /** @description Whether the pages of customers leave it out. Default: false. */
                                isHidden?: boolean;
                                unit?: string | null;
                                /** @enum {string|null} */
                                absentMeans?: "None" | "Unlimited" | null;
                            } | null;
                        };
                    };
                    /** @description Why the change is made; shown in the history and the audit log. One line, without control and text-direction characters. */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description The whole product. Its `ETag` counts every change of it, its editions, plans and mappings. */
            200: {
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
        };
    };
    publishProduct: {
        parameters: {
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                product: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Why the change is made; shown in the history and the audit log. One line, without control and text-direction characters. */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description The whole product. Its `ETag` counts every change of it, its editions, plans and mappings. */
            200: {
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
        };
    };
    archiveProduct: {
        parameters: {
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                product: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Why the change is made; shown in the history and the audit log. One line, without control and text-direction characters. */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description The whole product. Its `ETag` counts every change of it, its editions, plans and mappings. */
            200: {
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
        };
    };
    setProductLogo: {
        parameters: {
            path: {
                workspaceId: string;
                product: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    mediaType: "image/png" | "image/jpeg" | "image/svg+xml";
                    /** @description The image in base64. */
                    content: string;
                };
            };
        };
        responses: {
            /** @description The whole product. Its `ETag` counts every change of it, its editions, plans and mappings. */
            200: {
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
        };
    };
    removeProductLogo: {
        parameters: {
            path: {
                workspaceId: string;
                product: string;
            };
        };
        responses: {
            /** @description The whole product. Its `ETag` counts every change of it, its editions, plans and mappings. */
            200: {
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
        };
    };
    addEdition: {
        parameters: {
            path: {
                workspaceId: string;
                product: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Lower-case letters, digits and single hyphens. It cannot be changed. */
                    slug: string;
                    /** @description For display. One line, without control and text-direction characters. */
                    name: string;
                    /** @description Of several editions of a tenant the highest rank decides. */
                    rank?: number;
                };
            };
        };
        responses: {
            /** @description The whole product. Its `ETag` counts every change of it, its editions, plans and mappings. */
            201: {
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
        };
    };
    removeEdition: {
        parameters: {
            path: {
                workspaceId: string;
                product: string;
                edition: string;
            };
        };
        responses: {
            /** @description The whole product. Its `ETag` counts every change of it, its editions, plans and mappings. */
            200: {
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
        };
    };
    changeEdition: {
        parameters: {
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                product: string;
                edition: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description For display. One line, without control and text-direction characters. */
                    name?: string;
                    /** @description Of several editions of a tenant the highest rank decides. */
                    rank?: number;
                    /** @description Why the change is made; shown in the history and the audit log. One line, without control and text-direction characters. */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description The whole product. Its `ETag` counts every change of it, its editions, plans and mappings. */
            200: {
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
        };
    };
    orderEditions: {
        parameters: {
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                product: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The slugs of all editions, lowest rank first. */
                    editions: string[];
                    /** @description Why the change is made; shown in the history and the audit log. One line, without control and text-direction characters. */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description The whole product. Its `ETag` counts every change of it, its editions, plans and mappings. */
            200: {
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
        };
    };
    addPlan: {
        parameters: {
            path: {
                workspaceId: string;
                product: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Lower-case letters, digits and single hyphens. It cannot be changed. */
                    slug: string;
                    /** @description For display. One line, without control and text-direction characters. */
                    name: string;
                    /** @enum {string} */
                    licenceModel: "TenantWide" | "Seats" | "IdpManaged";
                    /** @enum {string} */
                    billingModel: "FlatRate" | "PerUser";
                    /** @description Replaces all existing ones. */
                    capabilities?: {
                        [key: string]: boolean;
                    };
                    /** @description Replaces all existing ones. */
                    limits?: {
                        [key: string]: number;
                    };
                    /** @description The identity provider's name for the plan; null if its licences are not managed there. */
                    serviceIdentifier?: string | null;
                    /** @description Publishes the plan at once, and its product if that is a draft. Default: false. */
                    publish?: boolean;
                    /** @description The slug of its edition. */
                    edition?: string;
                };
            };
        };
        responses: {
            /** @description The whole product. Its `ETag` counts every change of it, its editions, plans and mappings. */
            201: {
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
        };
    };
    changePlans: {
        parameters: {
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                product: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description By plan slug. */
                    plans: {
                        [key: string]: {
                            /** @description Replaces all existing ones. */
                            capabilities?: {
                                [key: string]: boolean;
                            };
                            /** @description Replaces all existing ones. */
                            limits?: {
                                [key: string]: number;
                            };
                        };
                    };
                    /** @description Why the change is made; shown in the history and the audit log. One line, without control and text-direction characters. */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description The whole product. Its `ETag` counts every change of it, its editions, plans and mappings. */
            200: {
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
        };
    };
    removePlan: {
        parameters: {
            path: {
                workspaceId: string;
                product: string;
                plan: string;
            };
        };
        responses: {
            /** @description The whole product. Its `ETag` counts every change of it, its editions, plans and mappings. */
            200: {
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
        };
    };
    changePlan: {
        parameters: {
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                product: string;
                plan: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description For display. One line, without control and text-direction characters. */
                    name?: string;
                    /** @description The slug of its edition. */
                    edition?: string;
                    /** @enum {string} */
                    licenceModel?: "TenantWide" | "Seats" | "IdpManaged";
                    /** @enum {string} */
                    billingModel?: "FlatRate" | "PerUser";
                    /** @description Replaces all existing ones. */
                    capabilities?: {
                        [key: string]: boolean;
                    };
                    /** @description Replaces all existing ones. */
                    limits?: {
                        [key: string]: number;
                    };
                    /** @description The identity provider's name for the plan; null if its licences are not managed there. */
                    serviceIdentifier?: string | null;
                    /** @description Why the change is made; shown in the history and the audit log. One line, without control and text-direction characters. */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description The whole product. Its `ETag` counts every change of it, its editions, plans and mappings. */
            200: {
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
        };
    };
    publishPlan: {
        parameters: {
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                product: string;
                plan: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Why the change is made; shown in the history and the audit log. One line, without control and text-direction characters. */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description The whole product. Its `ETag` counts every change of it, its editions, plans and mappings. */
            200: {
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
        };
    };
    archivePlan: {
        parameters: {
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                product: string;
                plan: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Why the change is made; shown in the history and the audit log. One line, without control and text-direction characters. */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description The whole product. Its `ETag` counts every change of it, its editions, plans and mappings. */
            200: {
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
        };
    };
    previewProductChange: {
        parameters: {
            path: {
                workspaceId: string;
                product: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description For display. One line, without control and text-direction characters. */
                    name?: string;
                    /** @description The slugs of all editions in the new order, lowest rank first. */
                    editions?: string[];
                    /** @description By plan slug. */
                    plans?: {
                        [key: string]: {
                            /** @description Replaces all existing ones. */
                            capabilities?: {
                                [key: string]: boolean;
                            };
                            /** @description Replaces all existing ones. */
                            limits?: {
                                [key: string]: number;
                            };
                        };
                    };
                    /** @enum {string} */
                    status?: "Published" | "Archived";
                };
            };
        };
        responses: {
            /** @description The entitlements that would change. Nothing has been changed. */
            200: {
                content: {
                    "application/json": components["schemas"]["CatalogueImpact"];
                };
            };
        };
    };
    previewEditionChange: {
        parameters: {
            path: {
                workspaceId: string;
                product: string;
                edition: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description For display. One line, without control and text-direction characters. */
                    name?: string;
                    /** @description Of several editions of a tenant the highest rank decides. */
                    rank?: number;
                };
            };
        };
        responses: {
            /** @description The entitlements that would change. Nothing has been changed. */
            200: {
                content: {
                    "application/json": components["schemas"]["CatalogueImpact"];
                };
            };
        };
    };
    previewPlanChange: {
        parameters: {
            path: {
                workspaceId: string;
                product: string;
                plan: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description For display. One line, without control and text-direction characters. */
                    name?: string;
                    /** @description The slug of its edition. */
                    edition?: string;
                    /** @enum {string} */
                    licenceModel?: "TenantWide" | "Seats" | "IdpManaged";
                    /** @enum {string} */
                    billingModel?: "FlatRate" | "PerUser";
                    /** @description Replaces all existing ones. */
                    capabilities?: {
                        [key: string]: boolean;
                    };
                    /** @description Replaces all existing ones. */
                    limits?: {
                        [key: string]: number;
                    };
                    /** @description The identity provider's name for the plan; null if its licences are not managed there. */
                    serviceIdentifier?: string | null;
                    /** @enum {string} */
                    status?: "Published" | "Archived";
                };
            };
        };
        responses: {
            /** @description The entitlements that would change. Nothing has been changed. */
            200: {
                content: {
                    "application/json": components["schemas"]["CatalogueImpact"];
                };
            };
        };
    };
    listProductVersions: {
        parameters: {
            query?: {
                /** @description Default: 50. */
                limit?: number;
                /** @description The `next` of the previous page, which had the same `sort`. */
                after?: string;
                /** @description `-` sorts in descending order. Default: `-revision`. */
                sort?: "revision" | "-revision";
                /** @description The versions that changed this plan or its mappings, and the first one. */
                plan?: string;
            };
            path: {
                workspaceId: string;
                product: string;
            };
        };
        responses: {
            /** @description Versions. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["ProductVersion"][];
                        /** @description Send it as `after` for the next page; null on the last page. */
                        next: string | null;
                        /** @description The number of matches on all pages, counted up to 10000. */
                        total: {
                            count: number;
                            /** @description False: there are more than `count`, or there may be. */
                            isExact: boolean;
                        };
                    };
                };
            };
        };
    };
    readProductVersion: {
        parameters: {
            path: {
                workspaceId: string;
                product: string;
                revision: number;
            };
        };
        responses: {
            /** @description The whole product as it was. */
            200: {
                content: {
                    "application/json": {
                        /** @description Counts the changes of the product, as its `ETag` does. */
                        revision: number;
                        /** Format: date-time */
                        recordedAt: string;
                        product: {
                            slug: string;
                            /** @description For display. One line, without control and text-direction characters. */
                            name: string;
                            types: ("WebApp" | "TeamsApp" | "SharePointApp" | "OfficeAddIn" | "PowerPlatformSolution")[];
                            /** @description Slugs. */
                            categories: string[];
                            /** @description Where customers open the product after a purchase; null if it has no single address. */
                            applicationUrl: string | null;
                            /** @description Where customers get help: an e-mail address or an https URL. Shown on the pages of customers. */
                            supportContact: string | null;
                            /** @description The colour of links and buttons on the pages of customers, such as `#1a5fb4`. Where text would be hard to read, a darker or lighter shade is shown. */
                            accentColour: string | null;
                            /** @enum {string} */
                            status: "Draft" | "Published" | "Archived";
                            /** @description Texts for display, by the names that plans use. Names without a label are missing. */
                            labels: {
                                capabilities: {
                                    [key: string]: {
                                        /** @description The display name; null: show the name that the plans use. */
                                        name: string | null;
                                        /** @description What a customer gets. */
                                        description: string | null;
                                        /** @description Whether the pages of customers leave it out. */
                                        isHidden: boolean;
                                    };
                                };
                                limits: {
                                    [key: string]: {
                                        /** @description The display name; null: show the name that the plans use. */
                                        name: string | null;
                                        /** @description What a customer gets. */
                                        description: string | null;
                                        /** @description Whether the pages of customers leave it out. */
                                        isHidden: boolean;
                                        /** @description What the limit counts, shown after the number. */
                                        unit: string | null;
                                        /**
                                         * @description What a plan without the limit grants; null: not set.
                                         * @enum {string|null}
                                         */
                                        absentMeans: "None" | "Unlimited" | null;
                                    };
                                };
                            };
                            editions: {
                                slug: string;
                                name: string;
                                /** @description Of several editions of a tenant the highest rank decides. */
                                rank: number;
                            }[];
                            plans: {
                                slug: string;
                                /** @enum {string} */
                                status: "Draft" | "Published" | "Archived";
                                /** @description For display. One line, without control and text-direction characters. */
                                name: string;
                                /** @description The slug of its edition. */
                                edition: string;
                                /** @enum {string} */
                                licenceModel: "TenantWide" | "Seats" | "IdpManaged";
                                /** @enum {string} */
                                billingModel: "FlatRate" | "PerUser";
                                /** @description Replaces all existing ones. */
                                capabilities: {
                                    [key: string]: boolean;
                                };
                                /** @description Replaces all existing ones. */
                                limits: {
                                    [key: string]: number;
                                };
                                /** @description The identity provider's name for the plan; null if its licences are not managed there. */
                                serviceIdentifier: string | null;
                                marketplace: {
                                    /** Format: uuid */
                                    mappingId: string;
                                    /** @description Which marketplace: the name of its connection. One line, without control and text-direction characters. */
                                    sourceName: string;
                                    /** @description One line, without control and text-direction characters. */
                                    offerId: string;
                                    /** @description The marketplace’s id of the plan. One line, without control and text-direction characters. */
                                    planId: string;
                                    /** @description Custom meters; only for flat-rate plans. */
                                    dimensions: {
                                        /** @description One line, without control and text-direction characters. */
                                        id: string;
                                        /** @description For display. One line, without control and text-direction characters. */
                                        name: string;
                                        /** @description One line, without control and text-direction characters. */
                                        unit: string;
                                        /**
                                         * @description `Records` (default): the application reports the total of each hour. `Events`: it sends usage events. Another intake or aggregation takes effect at the next full hour, and can be changed again 24 hours later.
                                         * @enum {string}
                                         */
                                        intake?: "Records" | "Events";
                                        /**
                                         * @description How the events of an hour are aggregated; required for events.
                                         * @enum {string|null}
                                         */
                                        aggregation?: "Sum" | "Count" | "Max" | "Unique" | null;
                                        included?: {
                                            /** @description Up to 6 decimals. */
                                            quantity: number;
                                            /** @enum {string} */
                                            per: "Month" | "Year" | "Term";
                                        } | null;
                                        limit?: {
                                            /** @description Up to 6 decimals. */
                                            quantity: number;
                                            /** @enum {string} */
                                            per: "Day" | "Month" | "Year" | "Term";
                                            /**
                                             * @description `Deny`: no reservation is granted beyond it. `Warn`: use beyond it is only announced.
                                             * @enum {string}
                                             */
                                            action: "Deny" | "Warn";
                                        } | null;
                                        /** @description When the use of a period is announced, in per cent of the included quantity or the usage limit, ascending. Default: 50, 80, 100. */
                                        alertPercents?: number[];
                                    }[];
                                }[];
                            }[];
                        };
                    };
                };
            };
        };
    };
    previewRestore: {
        parameters: {
            path: {
                workspaceId: string;
                product: string;
                revision: number;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Restores this plan only, without its mappings. */
                    plan?: string;
                    /**
                     * Format: uuid
                     * @description Restores this mapping only; an id that the version has.
                     */
                    mappingId?: string;
                };
            };
        };
        responses: {
            /** @description The entitlements that would change. Nothing has been changed. */
            200: {
                content: {
                    "application/json": components["schemas"]["CatalogueImpact"];
                };
            };
        };
    };
    restoreProduct: {
        parameters: {
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                product: string;
                revision: number;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Restores this plan only, without its mappings. */
                    plan?: string;
                    /**
                     * Format: uuid
                     * @description Restores this mapping only; an id that the version has.
                     */
                    mappingId?: string;
                    /** @description Why the change is made; shown in the history and the audit log. One line, without control and text-direction characters. */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description The whole product. Its `ETag` counts every change of it, its editions, plans and mappings. */
            200: {
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
        };
    };
    listCategories: {
        parameters: {
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description All of them, by slug; their `ETag` is that of the whole catalogue. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["Category"][];
                    };
                };
            };
        };
    };
    addCategory: {
        parameters: {
            path: {
                workspaceId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Lower-case letters, digits and single hyphens. It cannot be changed. */
                    slug: string;
                    /** @description For display. One line, without control and text-direction characters. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description The category. */
            201: {
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
        };
    };
    removeCategory: {
        parameters: {
            path: {
                workspaceId: string;
                category: string;
            };
        };
    };
    renameCategory: {
        parameters: {
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                category: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description For display. One line, without control and text-direction characters. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description The category. */
            200: {
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
        };
    };
    listPlanMappings: {
        parameters: {
            query?: {
                /** @description Default: 50. */
                limit?: number;
                /** @description The `next` of the previous page, which had the same `sort`. */
                after?: string;
                /** @description `-` sorts in descending order. Default: `-createdAt`. */
                sort?: "createdAt" | "-createdAt" | "plan" | "-plan" | "offerId" | "-offerId" | "sourceName" | "-sourceName";
                /** @description The slug of a product. */
                product?: string;
                /** @description The slug of a plan; with `product`, for slugs of plans are unique in a product. */
                plan?: string;
                /** @description Part of a product's or plan's name, or of an offer or plan id at the marketplace. */
                search?: string;
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description Mappings. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["PlanMapping"][];
                        /** @description Send it as `after` for the next page; null on the last page. */
                        next: string | null;
                        /** @description The number of matches on all pages, counted up to 10000. */
                        total: {
                            count: number;
                            /** @description False: there are more than `count`, or there may be. */
                            isExact: boolean;
                        };
                    };
                };
            };
        };
    };
    addPlanMapping: {
        parameters: {
            path: {
                workspaceId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Lower-case letters, digits and single hyphens. It cannot be changed. */
                    product: string;
                    /** @description The slug of the mapped plan. */
                    plan: string;
                    /** @description Which marketplace: the name of its connection. One line, without control and text-direction characters. */
                    sourceName: string;
                    /** @description One line, without control and text-direction characters. */
                    offerId: string;
                    /** @description The marketplace’s id of the plan. One line, without control and text-direction characters. */
                    planId: string;
                    /** @description Custom meters; only for flat-rate plans. */
                    dimensions?: {
                        /** @description One line, without control and text-direction characters. */
                        id: string;
                        /** @description For display. One line, without control and text-direction characters. */
                        name: string;
                        /** @description One line, without control and text-direction characters. */
                        unit: string;
                        /**
                         * @description `Records` (default): the application reports the total of each hour. `Events`: it sends usage events. Another intake or aggregation takes effect at the next full hour, and can be changed again 24 hours later.
                         * @enum {string}
                         */
                        intake?: "Records" | "Events";
                        /**
                         * @description How the events of an hour are aggregated; required for events.
                         * @enum {string|null}
                         */
                        aggregation?: "Sum" | "Count" | "Max" | "Unique" | null;
                        included?: {
                            /** @description Up to 6 decimals. */
                            quantity: number;
                            /** @enum {string} */
                            per: "Month" | "Year" | "Term";
                        } | null;
                        limit?: {
                            /** @description Up to 6 decimals. */
                            quantity: number;
                            /** @enum {string} */
                            per: "Day" | "Month" | "Year" | "Term";
                            /**
                             * @description `Deny`: no reservation is granted beyond it. `Warn`: use beyond it is only announced.
                             * @enum {string}
                             */
                            action: "Deny" | "Warn";
                        } | null;
                        /** @description When the use of a period is announced, in per cent of the included quantity or the usage limit, ascending. Default: 50, 80, 100. */
                        alertPercents?: number[];
                    }[];
                };
            };
        };
        responses: {
            /** @description The mapping; its `ETag` is that of its product. */
            201: {
                content: {
                    "application/json": components["schemas"]["PlanMapping"];
                };
            };
        };
    };
    readPlanMapping: {
        parameters: {
            path: {
                workspaceId: string;
                mappingId: string;
            };
        };
        responses: {
            /** @description The mapping; its `ETag` is that of its product. */
            200: {
                content: {
                    "application/json": components["schemas"]["PlanMapping"];
                };
            };
        };
    };
    removePlanMapping: {
        parameters: {
            path: {
                workspaceId: string;
                mappingId: string;
            };
        };
    };
    changePlanMapping: {
        parameters: {
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                mappingId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The slug of the mapped plan. */
                    plan?: string;
                    /** @description Which marketplace: the name of its connection. One line, without control and text-direction characters. */
                    sourceName?: string;
                    /** @description One line, without control and text-direction characters. */
                    offerId?: string;
                    /** @description The marketplace’s id of the plan. One line, without control and text-direction characters. */
                    planId?: string;
                    /** @description Custom meters; only for flat-rate plans. */
                    dimensions?: {
                        /** @description One line, without control and text-direction characters. */
                        id: string;
                        /** @description For display. One line, without control and text-direction characters. */
                        name: string;
                        /** @description One line, without control and text-direction characters. */
                        unit: string;
                        /**
                         * @description `Records` (default): the application reports the total of each hour. `Events`: it sends usage events. Another intake or aggregation takes effect at the next full hour, and can be changed again 24 hours later.
                         * @enum {string}
                         */
                        intake?: "Records" | "Events";
                        /**
                         * @description How the events of an hour are aggregated; required for events.
                         * @enum {string|null}
                         */
                        aggregation?: "Sum" | "Count" | "Max" | "Unique" | null;
                        included?: {
                            /** @description Up to 6 decimals. */
                            quantity: number;
                            /** @enum {string} */
                            per: "Month" | "Year" | "Term";
                        } | null;
                        limit?: {
                            /** @description Up to 6 decimals. */
                            quantity: number;
                            /** @enum {string} */
                            per: "Day" | "Month" | "Year" | "Term";
                            /**
                             * @description `Deny`: no reservation is granted beyond it. `Warn`: use beyond it is only announced.
                             * @enum {string}
                             */
                            action: "Deny" | "Warn";
                        } | null;
                        /** @description When the use of a period is announced, in per cent of the included quantity or the usage limit, ascending. Default: 50, 80, 100. */
                        alertPercents?: number[];
                    }[];
                    /** @description Why the change is made; shown in the history and the audit log. One line, without control and text-direction characters. */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description The mapping; its `ETag` is that of its product. */
            200: {
                content: {
                    "application/json": components["schemas"]["PlanMapping"];
                };
            };
        };
    };
    exportCatalogue: {
        parameters: {
            query?: {
                format?: "yaml" | "json";
                /** @description `view`: to show the file on a page, as the portal does. Default: `export`, which is in the audit log. */
                purpose?: "export" | "view";
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description The file; its `ETag` counts the changes of the catalogue. */
            200: {
                content: {
                    "application/yaml": string;
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    planCatalogue: {
        parameters: {
            path: {
                workspaceId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The whole catalogue as YAML, or as JSON if it begins with a brace. */
                    file: string;
                };
            };
        };
        responses: {
            /** @description The changes, in order, with the numbers that `apply` needs as consent. */
            200: {
                content: {
                    "application/json": {
                        changes: components["schemas"]["CatalogueChange"][];
                        /** @description The products that change, with the names to show for keys and slugs. */
                        products: {
                            slug: string;
                            name: string;
                            /** @description Texts for display, by the names that plans use. Names without a label are missing. */
                            labels: {
                                capabilities: {
                                    [key: string]: {
                                        /** @description The display name; null: show the name that the plans use. */
                                        name: string | null;
                                        /** @description What a customer gets. */
                                        description: string | null;
                                        /** @description Whether the pages of customers leave it out. */
                                        isHidden: boolean;
                                    };
                                };
                                limits: {
                                    [key: string]: {
                                        /** @description The display name; null: show the name that the plans use. */
                                        name: string | null;
                                        /** @description What a customer gets. */
                                        description: string | null;
                                        /** @description Whether the pages of customers leave it out. */
                                        isHidden: boolean;
                                        /** @description What the limit counts, shown after the number. */
                                        unit: string | null;
                                        /**
                                         * @description What a plan without the limit grants; null: not set.
                                         * @enum {string|null}
                                         */
                                        absentMeans: "None" | "Unlimited" | null;
                                    };
                                };
                            };
                            /** @description The plans that change. */
                            plans: {
                                slug: string;
                                name: string;
                            }[];
                        }[];
                        /** @description The number of products and plans to archive. */
                        archive: number;
                        /** @description How many drafts of products and plans it removes. */
                        remove: number;
                    };
                };
            };
        };
    };
    previewCatalogue: {
        parameters: {
            path: {
                workspaceId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The whole catalogue as YAML, or as JSON if it begins with a brace. */
                    file: string;
                };
            };
        };
        responses: {
            /** @description The entitlements that would change. Nothing has been changed. */
            200: {
                content: {
                    "application/json": components["schemas"]["CatalogueImpact"];
                };
            };
        };
    };
    applyCatalogue: {
        parameters: {
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The whole catalogue as YAML, or as JSON if it begins with a brace. */
                    file: string;
                    /** @description The number of products and plans to archive. Default: 0. */
                    archive?: number;
                    /** @description How many drafts of products and plans it removes. Default: 0. */
                    remove?: number;
                    /** @description Why the change is made; shown in the history and the audit log. One line, without control and text-direction characters. */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description What was changed. */
            200: {
                content: {
                    "application/json": {
                        changes: components["schemas"]["CatalogueChange"][];
                    };
                };
            };
        };
    };
}
