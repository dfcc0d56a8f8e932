// Written by `npm run generate` from the document of the admin API.

export interface paths {
    "/api/admin/v1/sign-in": {
        /**
         * Sign in with the account at work
         * @description For browsers: leads to the identity provider and back, then to `returnTo`.
         */
        get: operations["signIn"];
    };
    "/api/admin/v1/sign-in/link": {
        /**
         * Sign in by a link that works once
         * @description For browsers. The demo prints such a link when it starts.
         */
        get: operations["signInByLink"];
    };
    "/api/admin/v1/me": {
        /** Who is signed in, and where they may do what */
        get: operations["readMe"];
    };
    "/api/admin/v1/sign-out": {
        /**
         * End the session
         * @description Or, with `everywhere`, every session of the person, on whatever machine.
         */
        post: operations["signOut"];
    };
    "/api/admin/v1/me/sessions": {
        /** Your sessions */
        get: operations["listSessions"];
    };
    "/api/admin/v1/me/sessions/{sessionId}": {
        /** End one of your sessions */
        delete: operations["endSession"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/overview": {
        /** How the workspace fares, at a glance */
        get: operations["readOverview"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/search": {
        /**
         * Find tenants, products and API clients by whatever is known of them
         * @description Tenants by id, a part of the organisation’s name, the beginning of a member’s e-mail address, or the marketplace’s id of a subscription; products by slug or name; API clients by name, id, or the readable part of a key. 8 of each at most.
         */
        get: operations["search"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/members": {
        /** List members and invitations */
        get: operations["listMembers"];
        /**
         * Invite somebody
         * @description They are a member as soon as they sign in, within 7 days, with the work account whose user name `email` is; when `tenantId` is given, with one of that tenant only. Required for an administrator.
         */
        post: operations["inviteMember"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/members/{memberId}/invitation": {
        /**
         * Renew an invitation
         * @description It is open for another 7 days. `tenantId` names the only tenant from which it is taken from now on.
         */
        post: operations["renewInvitation"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/members/{memberId}": {
        /** One member or invitation */
        get: operations["readMember"];
        /**
         * Remove a member, or take an invitation back
         * @description Their sessions end at once. The last administrator stays.
         */
        delete: operations["removeMember"];
        /**
         * Change a member's role
         * @description It holds from their next request on. The last administrator stays one.
         */
        patch: operations["changeMember"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/members/{memberId}/sessions": {
        /**
         * List a member's sessions
         * @description Every session that opens the workspace for the member, also one that began in another workspace.
         */
        get: operations["listMemberSessions"];
        /**
         * Sign a member out everywhere
         * @description They stay a member and may sign in again. To keep them out, remove them.
         */
        delete: operations["signOutMember"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/audit-log": {
        /**
         * Who changed what
         * @description The changes that members and commands have made, the newest first.
         */
        get: operations["listAuditEntries"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/audit-log.csv": {
        /**
         * The audit log as a CSV file
         * @description The same filters as the list, every entry that fits.
         */
        get: operations["exportAuditLogAsCsv"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/audit-log.json": {
        /**
         * The audit log as a JSON file
         * @description The same filters as the list, every entry that fits.
         */
        get: operations["exportAuditLogAsJson"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/settings": {
        /** The workspace's settings */
        get: operations["readSettings"];
        /**
         * Change settings
         * @description What is left out stays.
         */
        patch: operations["changeSettings"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/settings/support-address-confirmation": {
        /**
         * Send the confirmation mail of a support address again
         * @description The link of the mail before stops working. At most one mail in 5 minutes to an address, then after twice as long each time, up to a day. An address that is confirmed is mailed nothing.
         */
        post: operations["sendSupportAddressConfirmation"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/notices": {
        /** The inbox */
        get: operations["listNotices"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/notices/{noticeId}/done": {
        /**
         * Mark a notice as done
         * @description Of several who do, the first is remembered.
         */
        post: operations["markNoticeDone"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/subscriptions": {
        /** List subscriptions */
        get: operations["listSubscriptions"];
        /**
         * Write a contract of your own down
         * @description What was sold directly or by a reseller. It begins as Pending; the move `activate` makes it count. A trial without a term of its own is valid until it ends.
         */
        post: operations["createSubscription"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/subscriptions/{subscriptionId}": {
        /** One subscription, with its history */
        get: operations["readSubscription"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/subscriptions/{subscriptionId}/moves": {
        /**
         * Change where a subscription stands
         * @description One of its `allowedMoves`. What was bought on the marketplace is changed there, and followed here.
         */
        post: operations["moveSubscription"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/subscriptions/{subscriptionId}/marketplace-requests": {
        /**
         * Ask the marketplace to change a subscription that it sold
         * @description Ours stays as it is until the marketplace has done it. Until then the request is in the `marketplaceRequests` of the subscription; what became of it, in the calls of the marketplace.
         */
        post: operations["requestMarketplaceChange"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/subscriptions/{subscriptionId}/seats": {
        /** Who has a seat of a subscription, and how many are left */
        get: operations["listSeats"];
        /**
         * Give seats to people
         * @description Each line is an object id or an e-mail address of a member, and has an outcome of its own: one that is refused keeps no other from a seat. No more are given than were bought.
         */
        post: operations["assignSeats"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/subscriptions/{subscriptionId}/seats/{memberId}": {
        /**
         * Give a member a seat
         * @description Whoever has one keeps it.
         */
        put: operations["assignSeat"];
        /**
         * Take a seat back
         * @description Of whoever has none, nothing is taken.
         */
        delete: operations["releaseSeat"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/customers": {
        /** Find customers */
        get: operations["listCustomers"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/customers/{tenantId}": {
        /**
         * One customer tenant
         * @description Its subscriptions are at `/subscriptions?tenantId=…`.
         */
        get: operations["readCustomer"];
        /**
         * Delete a customer
         * @description Its members with their seats, and the organisation’s name. Only when its subscriptions have all ended. What was sold and reported stays for billing, under the tenant’s id and without people.
         */
        delete: operations["eraseCustomer"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/customers/{tenantId}/members": {
        /** The members of a customer tenant */
        get: operations["listCustomerMembers"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/organisations": {
        /**
         * Write a customer down: an organisation and its tenants
         * @description Tenants that another organisation has are moved with `moveTenants: true` only. E-mail addresses are resolved among all members of an organisation.
         */
        post: operations["addOrganisation"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/customers/{tenantId}/members/{objectId}": {
        /**
         * Add a member to a tenant, or change one
         * @description By the object id that the identity provider gives them. One who is not active gets no seat and is not found by e-mail address. Both facts are said each time; saying what is so changes nothing.
         */
        put: operations["saveCustomerMember"];
        /**
         * Delete a person
         * @description The member, their seats, and what the audit log and the marketplace’s notifications say of them. Subscriptions and usage stay. Events of the last 30 days keep the object id until they are deleted.
         */
        delete: operations["eraseCustomerMember"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/customers/{tenantId}/members/{objectId}/export": {
        /** Everything that is known of a person */
        get: operations["exportCustomerMember"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/customers/{tenantId}/export": {
        /** Everything that is known of a customer */
        get: operations["exportCustomer"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/tenants/{tenantId}": {
        /** A tenant, with whose it is, what it holds and who is in it */
        get: operations["readTenant"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/tenants/{tenantId}/history": {
        /**
         * Every step of a tenant’s subscriptions
         * @description For a time line: when what a tenant holds has changed, how, by whom and why.
         */
        get: operations["listTenantHistory"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/tenants/{tenantId}/entitlements": {
        /**
         * What the API answers about a tenant and a product, and why
         * @description The answer of `GET /api/v1/entitlements/{tenantId}` with `explain=true`: of now, or with `asOf` of an earlier moment. A tenant that nobody knows holds nothing, and is no error.
         */
        get: operations["inspectEntitlement"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/tenants/{tenantId}/eligibility": {
        /**
         * What the API answers about a user, and why
         * @description The answer of `GET /api/v1/entitlements/{tenantId}/eligibility` with `explain=true`, by `userObjectId` or by `email`. The identity provider is asked as the API would ask it.
         */
        get: operations["inspectEligibility"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/usage-reports": {
        /** List usage reports */
        get: operations["listUsageReports"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/usage-reports.csv": {
        /**
         * Usage reports as a CSV file
         * @description The same filters as the list, every report that fits. A text that a spreadsheet would take for a formula has an apostrophe before it.
         */
        get: operations["exportUsageReports"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/usage-reports/{subscriptionId}/{hour}/{dimension}/correct": {
        /**
         * Give a report that was not sent another quantity
         * @description 0 skips the hour. `replaces` is the quantity that was read: when the application has sent another one meanwhile, it is 412. From the moment a sender takes it a report is frozen: 409.
         */
        post: operations["correctUsageReport"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/usage-reports/{subscriptionId}/{hour}/{dimension}/release": {
        /**
         * Send a held report now
         * @description Its hold is over at once, and a sender takes it within seconds.
         */
        post: operations["releaseUsageReport"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/usage-hours": {
        /** How many usage reports stand where, hour by hour */
        get: operations["countUsageReports"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/usage-summary": {
        /**
         * What was reported, sent, accepted, and is held by the marketplace, side by side
         * @description By subscription and dimension, over a range of hours.
         */
        get: operations["summariseUsage"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/usage-drifts": {
        /** Days on which the marketplace counts usage otherwise */
        get: operations["listUsageDrifts"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/api-clients": {
        /** List API clients */
        get: operations["listApiClients"];
        /** Register an API client */
        post: operations["registerApiClient"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/api-clients/{apiClientId}": {
        /** One API client */
        get: operations["readApiClient"];
        /**
         * Change an API client
         * @description What is left out stays. It holds from the next request of the client on.
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
         * @description All of its credentials are turned away, within a second, until it is enabled again.
         */
        post: operations["disableApiClient"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/api-clients/{apiClientId}/api-keys": {
        /** List the keys of an API client */
        get: operations["listApiKeys"];
        /** Issue a key */
        post: operations["issueApiKey"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/api-keys/{keyId}/rotate": {
        /**
         * Replace a key by another one
         * @description The old one lives on for the overlap, so that a deployment can change over.
         */
        post: operations["rotateApiKey"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/api-keys/{keyId}/revoke": {
        /** End a key at once and for good */
        post: operations["revokeApiKey"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/api-clients/{apiClientId}/application-credentials": {
        /** List the identity-provider applications of an API client */
        get: operations["listApplicationCredentials"];
        /**
         * Add an identity-provider application
         * @description It can call once it has proven itself: with a token of its own it sends the challenge to `POST /api/v1/client-credentials/verify`, within 24 hours.
         */
        post: operations["addApplicationCredential"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/application-credentials/{credentialId}": {
        /**
         * Remove an identity-provider application
         * @description Its tokens are refused from then on, on every node within a second.
         */
        delete: operations["removeApplicationCredential"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/api-clients/{apiClientId}/activity": {
        /**
         * How often an API client calls, and what it is refused
         * @description Counted within half a minute, kept for 90 days. A call whose credential was not accepted is nobody’s.
         */
        get: operations["readClientActivity"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-endpoints": {
        /** List webhook endpoints */
        get: operations["listWebhookEndpoints"];
        /**
         * Add a webhook endpoint
         * @description It hears of what happens from now on. Unless told, of every type and every product.
         */
        post: operations["addWebhookEndpoint"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-endpoints/{endpointId}": {
        /** One webhook endpoint */
        get: operations["readWebhookEndpoint"];
        /**
         * Remove a webhook endpoint
         * @description What waits for it is cancelled. What became of its deliveries can still be read.
         */
        delete: operations["removeWebhookEndpoint"];
        /**
         * Change a webhook endpoint
         * @description What is left out stays. What waits to be delivered goes to the new address. Another origin of `url` requires the values of the headers again; the signing secret stays.
         */
        patch: operations["changeWebhookEndpoint"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-endpoints/{endpointId}/enable": {
        /**
         * Enable a webhook endpoint
         * @description It hears of what happens from now on; replay what it has missed.
         */
        post: operations["enableWebhookEndpoint"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-endpoints/{endpointId}/disable": {
        /**
         * Disable a webhook endpoint
         * @description It hears of nothing, and what waits for it is cancelled, until it is enabled again.
         */
        post: operations["disableWebhookEndpoint"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-endpoints/{endpointId}/rotate-secret": {
        /**
         * Replace the secret of a webhook endpoint
         * @description The one before signs for 24 hours more, however often it is rotated meanwhile; five sign at most.
         */
        post: operations["rotateWebhookSecret"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-endpoints/{endpointId}/test": {
        /**
         * Send a test event
         * @description `webhook.test`, to this endpoint alone, whatever its filter says.
         */
        post: operations["sendTestEvent"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-health": {
        /**
         * How each endpoint has fared, hour by hour
         * @description What became of the events of this hour and the 23 before it.
         */
        get: operations["readWebhookHealth"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-event-types": {
        /** What endpoints can hear of */
        get: operations["listWebhookEventTypes"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-deliveries": {
        /**
         * What became of deliveries
         * @description To all endpoints of the workspace, removed ones included.
         */
        get: operations["listWebhookDeliveries"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-endpoints/{endpointId}/deliveries/{eventId}": {
        /** One delivery, with what was sent and every try */
        get: operations["readWebhookDelivery"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-endpoints/{endpointId}/deliveries/{eventId}/replay": {
        /**
         * Send one delivery once more
         * @description Under the same id, as a new delivery of the event: the old one stays as it ended. One that still waits is sent at once instead, one that is on its way is let go on.
         */
        post: operations["replayWebhookDelivery"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-endpoints/{endpointId}/replay": {
        /**
         * Send the deliveries of a time range once more
         * @description Under the same ids, each as a new delivery, the oldest first, a thousand a call. Call again with `next` as `after` until it is null.
         */
        post: operations["replayWebhookDeliveries"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/marketplace-connections": {
        /** List marketplace connections */
        get: operations["listMarketplaceConnections"];
        /**
         * Connect a publisher account
         * @description One for each source name that the marketplace mappings of the plans use.
         */
        post: operations["connectMarketplace"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/marketplace-connections/{connectionId}": {
        /** One marketplace connection */
        get: operations["readMarketplaceConnection"];
        /**
         * Remove a marketplace connection
         * @description Not while calls or usage wait that only it can finish. The subscriptions stay; nobody follows the marketplace for them any more. Connected again, the source has other addresses.
         */
        delete: operations["removeMarketplaceConnection"];
        /**
         * Change a marketplace connection, or replace its credential
         * @description What is left out stays, the credential too; a new credential does not inherit the end of the old one. A change of `authUrl`, `marketplaceUrl`, `tenantId` or `clientId` requires the credential again.
         */
        patch: operations["changeMarketplaceConnection"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/marketplace-connections/{connectionId}/reconcile": {
        /**
         * Compare the subscriptions with the marketplace now
         * @description It begins within seconds. The connection says how it goes (`reconciliation`); the inbox what was repaired.
         */
        post: operations["reconcileMarketplace"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/marketplace-connections/{connectionId}/check": {
        /**
         * Check a connection from end to end
         * @description It changes nothing, and answers within half a minute. A check may have several findings.
         */
        post: operations["checkMarketplaceConnection"];
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
    "/api/admin/v1/workspaces/{workspaceId}/idp-connections": {
        /**
         * List applications that read licences
         * @description All of them: there is one for a product at most.
         */
        get: operations["listIdpConnections"];
        /** Say as which application the licences of a product are read */
        post: operations["connectIdp"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/idp-connections/{productId}": {
        /** The application that reads the licences of a product */
        get: operations["readIdpConnection"];
        /** Replace the application, or its secret */
        put: operations["replaceIdpConnection"];
        /**
         * Read the licences of a product no more
         * @description From then on nobody's licence of it can be confirmed: `IdpNotConfigured`.
         */
        delete: operations["removeIdpConnection"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/products": {
        /** List products */
        get: operations["listProducts"];
        /**
         * Make a product
         * @description It is a draft, without editions and plans: nobody else sees it before it is published.
         */
        post: operations["addProduct"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}": {
        /** One product: editions, plans, capabilities, limits, mappings */
        get: operations["readProduct"];
        /**
         * Remove a draft
         * @description With all that is in it. What was published can only be archived.
         */
        delete: operations["removeProduct"];
        /**
         * Change a product
         * @description What is left out stays. Another name is another answer for every tenant that has bought it: they are told.
         */
        patch: operations["changeProduct"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/publish": {
        /**
         * Publish a product
         * @description The catalogue shows it from now on, with its published plans.
         */
        post: operations["publishProduct"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/archive": {
        /**
         * Archive a product
         * @description The catalogue does not show it until it is published again. Whoever has bought it keeps it.
         */
        post: operations["archiveProduct"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/editions": {
        /**
         * Add an edition
         * @description Without a rank it is the highest.
         */
        post: operations["addEdition"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/editions/{edition}": {
        /** Remove an edition that has no plans */
        delete: operations["removeEdition"];
        /**
         * Change an edition
         * @description What is left out stays. Tenants who hold a plan of it are told.
         */
        patch: operations["changeEdition"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/edition-order": {
        /**
         * Put the editions in another order
         * @description The ranks that there are go to the editions in the order given, the lowest first.
         */
        put: operations["orderEditions"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/plans": {
        /**
         * Make a plan
         * @description It is a draft: it is neither shown nor sold before it is published.
         */
        post: operations["addPlan"];
        /**
         * Change what several plans give
         * @description All of it or nothing. Plans that are left out stay; capabilities and limits are replaced as a whole.
         */
        patch: operations["changePlans"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/plans/{plan}": {
        /**
         * Remove a draft of a plan
         * @description What was published can only be archived.
         */
        delete: operations["removePlan"];
        /**
         * Change a plan
         * @description What is left out stays; capabilities and limits are replaced as a whole. It holds at once for everybody who has the plan, and those whose answer is another are told.
         */
        patch: operations["changePlan"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/plans/{plan}/publish": {
        /**
         * Publish a plan
         * @description It is shown and sold from now on.
         */
        post: operations["publishPlan"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/plans/{plan}/archive": {
        /**
         * Archive a plan
         * @description The catalogue does not show it until it is published again. Whoever has it keeps it.
         */
        post: operations["archivePlan"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/impact": {
        /**
         * What a change of a product would do
         * @description The body says what would be changed, as for the change itself; `status` is that after publishing or archiving. Counted by the very decision that answers the API. Nothing is changed.
         */
        post: operations["previewProductChange"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/editions/{edition}/impact": {
        /**
         * What a change of an edition would do
         * @description The body says what would be changed, as for the change itself; `status` is that after publishing or archiving. Counted by the very decision that answers the API. Nothing is changed.
         */
        post: operations["previewEditionChange"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/plans/{plan}/impact": {
        /**
         * What a change of a plan would do
         * @description The body says what would be changed, as for the change itself; `status` is that after publishing or archiving. Counted by the very decision that answers the API. Nothing is changed.
         */
        post: operations["previewPlanChange"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/categories": {
        /** List categories */
        get: operations["listCategories"];
        /** Add a category */
        post: operations["addCategory"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/categories/{category}": {
        /** Remove a category that has no products */
        delete: operations["removeCategory"];
        /** Rename a category */
        patch: operations["renameCategory"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/plan-mappings": {
        /** List which plans are sold under which name */
        get: operations["listPlanMappings"];
        /**
         * Map a plan to an offer and plan of a marketplace
         * @description A purchase that names them leads to the plan, once it is published. One name leads to one plan only. The billing model is that of the plan.
         */
        post: operations["addPlanMapping"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/plan-mappings/{mappingId}": {
        /** One mapping */
        get: operations["readPlanMapping"];
        /**
         * Remove a mapping
         * @description Purchases that name it lead nowhere from now on; those that were made stay.
         */
        delete: operations["removePlanMapping"];
        /**
         * Change a mapping
         * @description What is left out stays; dimensions are replaced as a whole. `plan` is one of the same product.
         */
        patch: operations["changePlanMapping"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/catalogue/file": {
        /**
         * The catalogue as one file
         * @description YAML unless told. The same catalogue is always the same text. A file of more than 256 kB is taken back as JSON only.
         */
        get: operations["exportCatalogue"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/catalogue/plan": {
        /**
         * What a file would change
         * @description Nothing is changed. The `ETag` is what the plan is based on: send it as `If-Match` to apply the file.
         */
        post: operations["planCatalogue"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/catalogue/impact": {
        /** Whose answers a file would change */
        post: operations["previewCatalogue"];
    };
    "/api/admin/v1/workspaces/{workspaceId}/catalogue/apply": {
        /**
         * Make the catalogue what a file says
         * @description All of it or nothing, and only if nobody has changed the catalogue since the plan. Of what the file leaves out, drafts are removed and the rest is archived: `archive` and `remove` must say how many of each, as the plan told them.
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
            quantity: number | null;
            validUntil: string | null;
            isTrial: boolean;
            trialEndsAt: string | null;
            cancelledAt: string | null;
            sources: ("Marketplace" | "Direct" | "Reseller")[];
            marketplace: {
                sourceName: string;
                offerId: string;
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
            name: string;
            scopes: ("entitlements:read" | "catalogue:read" | "usage:write")[];
            /** @description Slugs of the products it may ask about; null is all, also those to come. */
            products: string[] | null;
            /** @description From 60 to the quota of the workspace's partner plan; null is the plan's default. */
            rateLimitPerMinute: number | null;
            /** @description Requests a minute, set or by default. */
            effectiveRateLimit: number;
            /** @description The most that can be set. */
            rateLimitQuota: number;
            enabled: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            lastUsedAt: string | null;
        };
        AuditEntry: {
            /** Format: uuid */
            entryId: string;
            /** Format: date-time */
            recordedAt: string;
            actor: {
                /** @enum {string} */
                kind: "Member" | "Command" | "Visitor" | "Application";
                id: string;
                /** @description As it was then. */
                name: string;
                address: string | null;
            };
            /** @enum {string} */
            action: "workspace.created" | "workspace.settings_changed" | "workspace.suspended" | "workspace.resumed" | "support_address.confirmation_requested" | "support_address.confirmed" | "member.invited" | "member.invitation_renewed" | "member.joined" | "member.signed_in" | "member.signed_out" | "member.sign_in_refused" | "member.role_changed" | "member.removed" | "api_client.registered" | "api_client.changed" | "api_client.enabled" | "api_client.disabled" | "api_key.issued" | "api_key.rotated" | "api_key.revoked" | "application_credential.added" | "application_credential.verified" | "application_credential.verification_failed" | "application_credential.removed" | "webhook_endpoint.added" | "webhook_endpoint.changed" | "webhook_endpoint.enabled" | "webhook_endpoint.disabled" | "webhook_endpoint.removed" | "webhook_endpoint.secret_rotated" | "webhook_endpoint.test_sent" | "webhook_endpoint.replayed" | "marketplace_connection.connected" | "marketplace_connection.changed" | "marketplace_connection.removed" | "marketplace_connection.reconciliation_asked" | "idp_connection.connected" | "idp_connection.changed" | "idp_connection.removed" | "subscription.moved" | "subscription.change_requested" | "organisation.added" | "customer_member.added" | "customer_member.changed" | "customer_member.exported" | "customer_member.erased" | "customer.exported" | "customer.erased" | "subscription.created" | "seat.assigned" | "seat.released" | "usage_report.corrected" | "usage_report.released" | "notice.done" | "audit_log.exported" | "usage_reports.exported" | "catalogue.exported" | "category.added" | "category.changed" | "category.removed" | "product.added" | "product.changed" | "product.published" | "product.archived" | "product.removed" | "edition.added" | "edition.changed" | "edition.removed" | "plan.added" | "plan.changed" | "plan.published" | "plan.archived" | "plan.removed" | "plan_mapping.added" | "plan_mapping.changed" | "plan_mapping.removed";
            subject: {
                /** @enum {string} */
                kind: "Workspace" | "Member" | "ApiClient" | "ApiKey" | "ApplicationCredential" | "WebhookEndpoint" | "MarketplaceConnection" | "IdpConnection" | "Organisation" | "Customer" | "CustomerMember" | "Subscription" | "UsageReport" | "Notice" | "Category" | "Product" | "Edition" | "Plan";
                id: string;
            };
            /** @description What was changed, as it was; null when it is new. */
            before: {
                [key: string]: unknown;
            } | null;
            /** @description The same, as it is from then on; null when it is gone. */
            after: {
                [key: string]: unknown;
            } | null;
        };
        CustomerMember: {
            /** Format: uuid */
            memberId: string;
            /** Format: uuid */
            objectId: string;
            email: string | null;
            isActive: boolean;
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
            /** @description What people may do to it now. Nothing to one of the marketplace’s: that is changed there. */
            allowedMoves: ("activate" | "changePlan" | "changeQuantity" | "suspend" | "reinstate" | "renew" | "cancelNow" | "cancelAtTermEnd")[];
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
            /** @description What people may do to it now. Nothing to one of the marketplace’s: that is changed there. */
            allowedMoves: ("activate" | "changePlan" | "changeQuantity" | "suspend" | "reinstate" | "renew" | "cancelNow" | "cancelAtTermEnd")[];
            /** @description Every step, the newest first, with how it stood from then on. */
            history: {
                revision: number;
                /** Format: date-time */
                recordedAt: string;
                move: string;
                actor: string;
                reason: string | null;
                /** @enum {string} */
                status: "Pending" | "Active" | "Suspended" | "Cancelled" | "Expired";
                /** @description Its slug. */
                plan: string;
                quantity: number | null;
                /** Format: date-time */
                validUntil: string | null;
            }[];
            /** @description What the marketplace has been asked for from here and has not finished, the newest first. */
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
            /** Format: date-time */
            hour: string;
            quantity: number;
            /** @enum {string} */
            status: "Pending" | "Accepted" | "QuantityMismatch" | "Rejected" | "Expired" | "Skipped";
            /**
             * @description Where it stands; one that is `Pending`: what it waits for.
             * @enum {string}
             */
            state: "held" | "due" | "claimed" | "retrying" | "accepted" | "quantityMismatch" | "rejected" | "expired" | "skipped";
            /** @description No sender has taken it: another quantity would replace it. */
            isReplaceable: boolean;
            /** Format: date-time */
            firstRecordedAt: string;
            /**
             * Format: date-time
             * @description When its hold is over, later when the next try is.
             */
            dueAt: string;
            /**
             * Format: date-time
             * @description The marketplace takes it until then.
             */
            expiresAt: string;
            tries: number;
            reason: {
                code: string;
                detail: string;
            } | null;
            /** Format: date-time */
            decidedAt: string | null;
            marketplaceSubscriptionId: string;
        };
        Member: {
            /** Format: uuid */
            memberId: string;
            /** @description As invited: the user name with which they sign in. */
            email: string;
            name: string | null;
            /** @enum {string} */
            role: "Partner administrator" | "Integration manager" | "Catalogue manager" | "Subscription support" | "Viewer";
            /** @enum {string} */
            status: "Invited" | "Expired" | "Joined";
            /**
             * Format: uuid
             * @description Of an invited one: the only tenant from which the invitation is taken.
             */
            tenantId: string | null;
            /** Format: uuid */
            objectId: string | null;
            /**
             * Format: date-time
             * @description Or when the invitation was last renewed.
             */
            invitedAt: string;
            /**
             * Format: date-time
             * @description When the invitation ends; null once they have joined.
             */
            expiresAt: string | null;
            /** Format: date-time */
            joinedAt: string | null;
        };
        WorkspaceSettings: {
            /** Format: uuid */
            workspaceId: string;
            slug: string;
            /** @enum {string} */
            partnerPlan: "Starter" | "Growth" | "Scale";
            name: string;
            /** @description For how long a new usage report can be replaced before it is sent. */
            usageHoldMinutes: number;
            /** @description Whom notices are mailed to, 10 at most; none: they stay in the inbox. A new address is sent a link, and is mailed nothing else until it is confirmed by it. */
            supportAddresses: string[];
            /** @description Whether customers may buy fewer seats on the marketplace than are assigned: support is told then. Otherwise such a change is refused. */
            acceptsFewerSeats: boolean;
            /** @description The tenants whose accounts may sign in to the workspace; none: any. Members of other tenants lose access at once. Your own tenant must be among them. */
            signInTenants: string[];
            /** @description For how many days a new or rotated API key may live at most; null: for ever. Keys that exist stay. */
            apiKeyMaxAgeDays: number | null;
            /** @description Each of `supportAddresses`, and whether its reader has confirmed it. */
            supportAddressStates: {
                address: string;
                confirmed: boolean;
            }[];
            /** @description False where the operator has set no mail server: nobody is mailed. */
            mailsNotices: boolean;
        };
        Notice: {
            /** Format: uuid */
            noticeId: string;
            /** @enum {string} */
            kind: "UsageRejected" | "UsageExpired" | "UsageQuantityMismatch" | "UsageExpiring" | "UsageDrift" | "WebhookEndpointDisabled" | "MarketplaceCallNotApplied" | "MarketplaceRepaired" | "MarketplaceNotRepaired" | "MarketplaceSecretEnding" | "SeatsExceedQuantity" | "PurchaseNotActivated";
            title: string;
            /** @description What happened. */
            text: string;
            whatToDo: string;
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
        };
        Customer: {
            /** Format: uuid */
            tenantId: string;
            organisation: {
                /** Format: uuid */
                organisationId: string;
                name: string;
            } | null;
            subscriptionCount: number;
            memberCount: number;
            /** Format: date-time */
            createdAt: string;
        };
        Tenant: {
            /** Format: uuid */
            tenantId: string;
            organisation: {
                /** Format: uuid */
                organisationId: string;
                name: string;
            } | null;
            /** @description Of the same organisation. */
            otherTenants: string[];
            /** Format: date-time */
            createdAt: string;
            /** @description Every product that the tenant has ever bought, as the API answers now. */
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
             * @description As `asOf` it gives the answer from this step on.
             */
            recordedAt: string;
            /** Format: uuid */
            subscriptionId: string;
            revision: number;
            /** @description Its slug. */
            product: string;
            /** @description Its slug. */
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
            marketplaceSubscriptionId: string;
            reports: number;
            /** @description All that applications told us. */
            reported: number;
            /** @description Of that, what the marketplace has been told. */
            sent: number;
            accepted: number;
            /** @description Rejected, expired, or another quantity there: not billed as reported. */
            lost: number;
            /** @description What the marketplace holds of the days that have been compared with it; null when none has. */
            processed: number | null;
            /** @description Days on which it holds another quantity than it accepted. */
            differingDays: number;
            /** Format: date-time */
            comparedAt: string | null;
        };
        UsageDrift: {
            sourceName: string;
            marketplaceSubscriptionId: string;
            /** Format: uuid */
            subscriptionId: string | null;
            /** @description The organisation's name, or else the tenant's id; empty for nobody's. */
            customer: string;
            product: string;
            dimension: string;
            /**
             * Format: date
             * @description In UTC.
             */
            day: string;
            /** @description What is `Accepted` here. Exact decimal text. */
            ourQuantity: string;
            /** @description What the marketplace holds. Exact decimal text. */
            marketplaceQuantity: string;
            /** Format: date-time */
            firstSeenAt: string;
            /** Format: date-time */
            lastSeenAt: string;
            /**
             * Format: date-time
             * @description When they agreed again; null while they differ.
             */
            resolvedAt: string | null;
        };
        ApiKey: {
            /** @description The readable part of the key. */
            keyId: string;
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
            /** @description Ten void the challenge. */
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
            /** @description Begins with `https://`, and leads to the public internet. */
            url: string;
            description: string;
            /** @description Types, and groups of them such as `subscription.*`; null is all, also those to come. */
            eventTypes: ("subscription.*" | "entitlement.*" | "seat.*" | "subscription.created" | "subscription.activated" | "subscription.plan_changed" | "subscription.quantity_changed" | "subscription.renewed" | "subscription.suspended" | "subscription.reinstated" | "subscription.cancellation_scheduled" | "subscription.cancelled" | "subscription.expired" | "subscription.trial_ending" | "entitlement.changed" | "seat.assigned" | "seat.released")[] | null;
            /** @description Slugs of the products it hears of; null is all, also those to come. */
            products: string[] | null;
            /** @description Deliveries a minute at most; null is as many as it takes. */
            rateLimitPerMinute: number | null;
            headerNames: string[];
            enabled: boolean;
            /** @description Why, and since when: by somebody here, by its answer 410, or after five days of failure. */
            disabled: {
                /** @enum {string} */
                reason: "ByPartner" | "Gone" | "Failing";
                /** Format: date-time */
                at: string;
            } | null;
            /**
             * Format: date-time
             * @description Since when every try has failed.
             */
            failingSince: string | null;
            /**
             * Format: date-time
             * @description Until when the secret before the last rotation signs too.
             */
            previousSecretEndsAt: string | null;
            /** @description Those that sign beside the current one, the newest first, each until it ends. */
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
             * @description Is sent as `webhook-id`.
             */
            eventId: string;
            /** @description 0 is the first delivery of the event to the endpoint; each replay is another one. */
            replay: number;
            /** @enum {string} */
            type: "subscription.created" | "subscription.activated" | "subscription.plan_changed" | "subscription.quantity_changed" | "subscription.renewed" | "subscription.suspended" | "subscription.reinstated" | "subscription.cancellation_scheduled" | "subscription.cancelled" | "subscription.expired" | "subscription.trial_ending" | "entitlement.changed" | "seat.assigned" | "seat.released" | "webhook.test";
            /** Format: date-time */
            occurredAt: string;
            /** Format: uuid */
            tenantId: string | null;
            /** @enum {string} */
            outcome: "Pending" | "Delivered" | "Failed" | "Cancelled";
            /**
             * Format: date-time
             * @description Null once it is decided.
             */
            nextTryAt: string | null;
            tries: number;
            /** @description The last one that is still known. */
            lastTry: {
                /** Format: date-time */
                at: string;
                /** @description Of the answer; null when there was none. */
                status: number | null;
                error: string | null;
            } | null;
        };
        WebhookDeliveryDetails: {
            /** Format: uuid */
            endpointId: string;
            /**
             * Format: uuid
             * @description Is sent as `webhook-id`.
             */
            eventId: string;
            /** @description 0 is the first delivery of the event to the endpoint; each replay is another one. */
            replay: number;
            /** @enum {string} */
            type: "subscription.created" | "subscription.activated" | "subscription.plan_changed" | "subscription.quantity_changed" | "subscription.renewed" | "subscription.suspended" | "subscription.reinstated" | "subscription.cancellation_scheduled" | "subscription.cancelled" | "subscription.expired" | "subscription.trial_ending" | "entitlement.changed" | "seat.assigned" | "seat.released" | "webhook.test";
            /** Format: date-time */
            occurredAt: string;
            /** Format: uuid */
            tenantId: string | null;
            /** @enum {string} */
            outcome: "Pending" | "Delivered" | "Failed" | "Cancelled";
            /**
             * Format: date-time
             * @description Null once it is decided.
             */
            nextTryAt: string | null;
            tries: number;
            /** @description What is sent, to the byte, at every try. */
            body: string;
            /** @description The tries of the last 30 days, the newest first. */
            attempts: {
                /** @description Counts the tries; some may be missing. */
                attempt: number;
                /** Format: date-time */
                at: string;
                /** @description Of the answer; null when there was none. */
                status: number | null;
                durationMilliseconds: number;
                /** @description The first 1 KiB of it. */
                answer: string | null;
                /** @description Why there was no answer. */
                error: string | null;
            }[];
        };
        MarketplaceConnection: {
            /** Format: uuid */
            connectionId: string;
            /** @description The source whose marketplace mappings it serves. */
            sourceName: string;
            /** @description Where its tokens are issued, and whose keys sign for the marketplace. */
            authUrl: string;
            marketplaceUrl: string;
            /** Format: uuid */
            tenantId: string;
            /** Format: uuid */
            clientId: string;
            /** @description For development: calls of the webhook are taken without the marketplace's token. */
            acceptsUnsignedCalls: boolean;
            credential: {
                /**
                 * @description Null where it was entered before that was written down.
                 * @enum {unknown}
                 */
                kind: "secret" | "certificate" | null;
                /**
                 * Format: date-time
                 * @description Until when it is good; null when nobody has said.
                 */
                endsAt: string | null;
            };
            /** @enum {string} */
            state: "Fine" | "Warning" | "Failing";
            /** @description For the technical configuration of the offers. */
            webhookUrl: string;
            /** @description For the technical configuration of the offers. */
            landingPageUrl: string;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the marketplace last called, proven by its token.
             */
            lastCallAt: string | null;
            reconciliation: {
                /** @enum {string} */
                state: "Idle" | "Asked" | "Running";
                /** Format: date-time */
                askedAt: string | null;
                /** Format: date-time */
                doneAt: string | null;
                /** @description What the last one came to; each repair is a notice in the inbox. */
                result: {
                    compared: number;
                    unreadable: number;
                    repaired: number;
                    unrepaired: number;
                } | null;
                /** @description Why the last try came to nothing; null when it did not. */
                failure: string | null;
            };
            /** Format: date-time */
            usageComparedAt: string | null;
            /** @description Calls that send usage fail, and rest; null while they are answered. */
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
            /** @description What was found, for people. */
            what: string;
            /** @description What to do about it; null where there is nothing to do. */
            howToMend: string | null;
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
            /** @description For display. */
            name: string;
            types: ("WebApp" | "TeamsApp" | "SharePointApp" | "OfficeAddIn" | "PowerPlatformSolution")[];
            categories: {
                slug: string;
                name: string;
            }[];
            /** @description Where its customers go once they have bought it; null when there is no one place. */
            applicationUrl: string | null;
            /** @enum {string} */
            status: "Draft" | "Published" | "Archived";
            /** @description Lowest rank first. */
            editions: {
                slug: string;
                name: string;
                /** @description Of several editions that a tenant holds the highest counts. */
                rank: number;
            }[];
            /** @description Of every status, in the order of their editions' ranks, then by slug. */
            plans: {
                slug: string;
                /** @enum {string} */
                status: "Draft" | "Published" | "Archived";
                /** @description For display. */
                name: string;
                /** @description The slug of its edition. */
                edition: string;
                /** @enum {string} */
                licenceModel: "TenantWide" | "Seats" | "IdpManaged";
                /** @enum {string} */
                billingModel: "FlatRate" | "PerUser";
                /** @description All of them. */
                capabilities: {
                    [key: string]: boolean;
                };
                /** @description All of them. */
                limits: {
                    [key: string]: number;
                };
                /** @description The identity provider's name for the plan; null when its licences are not managed there. */
                serviceIdentifier: string | null;
                marketplace: {
                    /** Format: uuid */
                    mappingId: string;
                    /** @description Which marketplace: the name of its connection. */
                    sourceName: string;
                    offerId: string;
                    /** @description What the marketplace calls the plan. */
                    planId: string;
                    /** @description Custom meters; only of flat-rate plans. */
                    dimensions: {
                        id: string;
                        /** @description For display. */
                        name: string;
                        unit: string;
                    }[];
                }[];
            }[];
            /** @description Those that any plan names, by name. */
            capabilities: string[];
            /** @description Those that any plan names, by name. */
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
            /** @description How many it has. */
            editions: number;
            /** @description How many it has of each status. */
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
                kind: "Workspace" | "Member" | "ApiClient" | "ApiKey" | "ApplicationCredential" | "WebhookEndpoint" | "MarketplaceConnection" | "IdpConnection" | "Organisation" | "Customer" | "CustomerMember" | "Subscription" | "UsageReport" | "Notice" | "Category" | "Product" | "Edition" | "Plan";
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
            /** @description What would be changed. */
            changes: components["schemas"]["CatalogueChange"][];
            /** @description An answer is what one tenant is told of one product. */
            answers: {
                compared: number;
                changed: number;
            };
            /** @description False when there were more answers than one preview compares. */
            isComplete: boolean;
            /** @description In how many answers it would be on, or not be on any more. */
            capabilities: {
                capability: string;
                gained: number;
                lost: number;
            }[];
            /** @description Limits are read of the plan; they are no part of an answer. */
            limits: {
                product: string;
                plan: string;
                limit: string;
                before: number | null;
                after: number | null;
                /** @description How many have the plan in force. */
                tenants: number;
            }[];
            /** @description In how many answers each member would be another. */
            members: {
                member: string;
                answers: number;
            }[];
            /** @description The first 20. */
            examples: {
                product: string;
                /** Format: uuid */
                tenantId: string;
                /** @description Its name, where it is known. */
                organisation: string | null;
                members: string[];
                gained: string[];
                lost: string[];
            }[];
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
            /** @description The slug of the plan that it leads to. */
            plan: string;
            planName: string;
            /** @enum {string} */
            planStatus: "Draft" | "Published" | "Archived";
            /** @enum {string} */
            billingModel: "FlatRate" | "PerUser";
            /** @description Which marketplace: the name of its connection. */
            sourceName: string;
            offerId: string;
            /** @description What the marketplace calls the plan. */
            planId: string;
            /** @description Custom meters; only of flat-rate plans. */
            dimensions: {
                id: string;
                /** @description For display. */
                name: string;
                unit: string;
            }[];
        };
    };
}
export type $defs = Record<string, never>;
export interface operations {
    signIn: {
        parameters: {
            query?: {
                /** @description An address within this service. */
                returnTo?: string;
                loginHint?: string;
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
                             * @description Unless there is another request before.
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
                             * @description The tenant of the account, as the identity provider says it.
                             */
                            tenantId: string | null;
                            permissions: ("read" | "change:members" | "change:settings" | "change:apiClients" | "change:webhooks" | "change:catalogue" | "change:customers" | "change:subscriptions" | "change:usage" | "change:inbox")[];
                            /** @description The operator has suspended the workspace: nobody can use it. */
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
                        /** @description The newest first. */
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
    readOverview: {
        parameters: {
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description Figures, and what needs a person. */
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
                            /** @description How many stood where at the end of each of the last 30 days, in UTC. */
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
                            /** @description Reports that the marketplace has accepted since midnight, UTC. */
                            acceptedToday: number;
                            /** @description Rejected, expired, or another quantity there, since midnight. */
                            lostToday: number;
                            held: number;
                            due: number;
                            claimed: number;
                            retrying: number;
                            /** @description Undecided ones whose last try met trouble. */
                            failing: number;
                        };
                        webhooks: {
                            /** @description Of the events of the last 24 hours. */
                            delivered: number;
                            failed: number;
                            /** @description Undecided, after a try that failed. */
                            failing: number;
                            waiting: number;
                            /** @description Delivered, of all that were tried; null when none was. */
                            successRate: number | null;
                        };
                        /** @description The 20 that call most. */
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
                        /** @description What needs a person, by kind; a kind of which there is none is left out. */
                        attention: {
                            /** @enum {string} */
                            kind: "Notice" | "ApiKeyEnding" | "MarketplaceCredentialEnding" | "UsageExpiring" | "WebhookEndpointDisabled";
                            /** @description How many there are. */
                            total: number;
                            /** @description 10 at most. */
                            items: {
                                /** @description Of the notice, key, connection, report or endpoint. */
                                id: string;
                                label: string;
                                /**
                                 * Format: date-time
                                 * @description Since when, or when it ends.
                                 */
                                at: string;
                                /** @description The API client of a key, the subscription of a report. */
                                parentId: string | null;
                            }[];
                        }[];
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
            /** @description What was found. */
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
                    };
                };
            };
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /** @description 50 unless told. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description Members, the newest first. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["Member"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
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
                        /** @description The newest first. */
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
    listAuditEntries: {
        parameters: {
            query?: {
                /** @description 50 unless told. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                /** @description A member's id, or a command's name. */
                actorId?: string;
                action?: "workspace.created" | "workspace.settings_changed" | "workspace.suspended" | "workspace.resumed" | "support_address.confirmation_requested" | "support_address.confirmed" | "member.invited" | "member.invitation_renewed" | "member.joined" | "member.signed_in" | "member.signed_out" | "member.sign_in_refused" | "member.role_changed" | "member.removed" | "api_client.registered" | "api_client.changed" | "api_client.enabled" | "api_client.disabled" | "api_key.issued" | "api_key.rotated" | "api_key.revoked" | "application_credential.added" | "application_credential.verified" | "application_credential.verification_failed" | "application_credential.removed" | "webhook_endpoint.added" | "webhook_endpoint.changed" | "webhook_endpoint.enabled" | "webhook_endpoint.disabled" | "webhook_endpoint.removed" | "webhook_endpoint.secret_rotated" | "webhook_endpoint.test_sent" | "webhook_endpoint.replayed" | "marketplace_connection.connected" | "marketplace_connection.changed" | "marketplace_connection.removed" | "marketplace_connection.reconciliation_asked" | "idp_connection.connected" | "idp_connection.changed" | "idp_connection.removed" | "subscription.moved" | "subscription.change_requested" | "organisation.added" | "customer_member.added" | "customer_member.changed" | "customer_member.exported" | "customer_member.erased" | "customer.exported" | "customer.erased" | "subscription.created" | "seat.assigned" | "seat.released" | "usage_report.corrected" | "usage_report.released" | "notice.done" | "audit_log.exported" | "usage_reports.exported" | "catalogue.exported" | "category.added" | "category.changed" | "category.removed" | "product.added" | "product.changed" | "product.published" | "product.archived" | "product.removed" | "edition.added" | "edition.changed" | "edition.removed" | "plan.added" | "plan.changed" | "plan.published" | "plan.archived" | "plan.removed" | "plan_mapping.added" | "plan_mapping.changed" | "plan_mapping.removed";
                subjectKind?: "Workspace" | "Member" | "ApiClient" | "ApiKey" | "ApplicationCredential" | "WebhookEndpoint" | "MarketplaceConnection" | "IdpConnection" | "Organisation" | "Customer" | "CustomerMember" | "Subscription" | "UsageReport" | "Notice" | "Category" | "Product" | "Edition" | "Plan";
                subjectId?: string;
                from?: string;
                /** @description The moment itself is not part of it. */
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
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
        };
    };
    exportAuditLogAsCsv: {
        parameters: {
            query?: {
                /** @description A member's id, or a command's name. */
                actorId?: string;
                action?: "workspace.created" | "workspace.settings_changed" | "workspace.suspended" | "workspace.resumed" | "support_address.confirmation_requested" | "support_address.confirmed" | "member.invited" | "member.invitation_renewed" | "member.joined" | "member.signed_in" | "member.signed_out" | "member.sign_in_refused" | "member.role_changed" | "member.removed" | "api_client.registered" | "api_client.changed" | "api_client.enabled" | "api_client.disabled" | "api_key.issued" | "api_key.rotated" | "api_key.revoked" | "application_credential.added" | "application_credential.verified" | "application_credential.verification_failed" | "application_credential.removed" | "webhook_endpoint.added" | "webhook_endpoint.changed" | "webhook_endpoint.enabled" | "webhook_endpoint.disabled" | "webhook_endpoint.removed" | "webhook_endpoint.secret_rotated" | "webhook_endpoint.test_sent" | "webhook_endpoint.replayed" | "marketplace_connection.connected" | "marketplace_connection.changed" | "marketplace_connection.removed" | "marketplace_connection.reconciliation_asked" | "idp_connection.connected" | "idp_connection.changed" | "idp_connection.removed" | "subscription.moved" | "subscription.change_requested" | "organisation.added" | "customer_member.added" | "customer_member.changed" | "customer_member.exported" | "customer_member.erased" | "customer.exported" | "customer.erased" | "subscription.created" | "seat.assigned" | "seat.released" | "usage_report.corrected" | "usage_report.released" | "notice.done" | "audit_log.exported" | "usage_reports.exported" | "catalogue.exported" | "category.added" | "category.changed" | "category.removed" | "product.added" | "product.changed" | "product.published" | "product.archived" | "product.removed" | "edition.added" | "edition.changed" | "edition.removed" | "plan.added" | "plan.changed" | "plan.published" | "plan.archived" | "plan.removed" | "plan_mapping.added" | "plan_mapping.changed" | "plan_mapping.removed";
                subjectKind?: "Workspace" | "Member" | "ApiClient" | "ApiKey" | "ApplicationCredential" | "WebhookEndpoint" | "MarketplaceConnection" | "IdpConnection" | "Organisation" | "Customer" | "CustomerMember" | "Subscription" | "UsageReport" | "Notice" | "Category" | "Product" | "Edition" | "Plan";
                subjectId?: string;
                from?: string;
                /** @description The moment itself is not part of it. */
                until?: string;
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description One line an entry, the newest first; the first line names the columns. */
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
                /** @description A member's id, or a command's name. */
                actorId?: string;
                action?: "workspace.created" | "workspace.settings_changed" | "workspace.suspended" | "workspace.resumed" | "support_address.confirmation_requested" | "support_address.confirmed" | "member.invited" | "member.invitation_renewed" | "member.joined" | "member.signed_in" | "member.signed_out" | "member.sign_in_refused" | "member.role_changed" | "member.removed" | "api_client.registered" | "api_client.changed" | "api_client.enabled" | "api_client.disabled" | "api_key.issued" | "api_key.rotated" | "api_key.revoked" | "application_credential.added" | "application_credential.verified" | "application_credential.verification_failed" | "application_credential.removed" | "webhook_endpoint.added" | "webhook_endpoint.changed" | "webhook_endpoint.enabled" | "webhook_endpoint.disabled" | "webhook_endpoint.removed" | "webhook_endpoint.secret_rotated" | "webhook_endpoint.test_sent" | "webhook_endpoint.replayed" | "marketplace_connection.connected" | "marketplace_connection.changed" | "marketplace_connection.removed" | "marketplace_connection.reconciliation_asked" | "idp_connection.connected" | "idp_connection.changed" | "idp_connection.removed" | "subscription.moved" | "subscription.change_requested" | "organisation.added" | "customer_member.added" | "customer_member.changed" | "customer_member.exported" | "customer_member.erased" | "customer.exported" | "customer.erased" | "subscription.created" | "seat.assigned" | "seat.released" | "usage_report.corrected" | "usage_report.released" | "notice.done" | "audit_log.exported" | "usage_reports.exported" | "catalogue.exported" | "category.added" | "category.changed" | "category.removed" | "product.added" | "product.changed" | "product.published" | "product.archived" | "product.removed" | "edition.added" | "edition.changed" | "edition.removed" | "plan.added" | "plan.changed" | "plan.published" | "plan.archived" | "plan.removed" | "plan_mapping.added" | "plan_mapping.changed" | "plan_mapping.removed";
                subjectKind?: "Workspace" | "Member" | "ApiClient" | "ApiKey" | "ApplicationCredential" | "WebhookEndpoint" | "MarketplaceConnection" | "IdpConnection" | "Organisation" | "Customer" | "CustomerMember" | "Subscription" | "UsageReport" | "Notice" | "Category" | "Product" | "Edition" | "Plan";
                subjectId?: string;
                from?: string;
                /** @description The moment itself is not part of it. */
                until?: string;
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description Every entry, the newest first. */
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
                    name?: string;
                    /** @description For how long a new usage report can be replaced before it is sent. */
                    usageHoldMinutes?: number;
                    /** @description Whom notices are mailed to, 10 at most; none: they stay in the inbox. A new address is sent a link, and is mailed nothing else until it is confirmed by it. */
                    supportAddresses?: string[];
                    /** @description Whether customers may buy fewer seats on the marketplace than are assigned: support is told then. Otherwise such a change is refused. */
                    acceptsFewerSeats?: boolean;
                    /** @description The tenants whose accounts may sign in to the workspace; none: any. Members of other tenants lose access at once. Your own tenant must be among them. */
                    signInTenants?: string[];
                    /** @description For how many days a new or rotated API key may live at most; null: for ever. Keys that exist stay. */
                    apiKeyMaxAgeDays?: number | null;
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
    listNotices: {
        parameters: {
            query?: {
                /** @description 50 unless told. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                state?: "Open" | "Done" | "Any";
                kind?: "UsageRejected" | "UsageExpired" | "UsageQuantityMismatch" | "UsageExpiring" | "UsageDrift" | "WebhookEndpointDisabled" | "MarketplaceCallNotApplied" | "MarketplaceRepaired" | "MarketplaceNotRepaired" | "MarketplaceSecretEnding" | "SeatsExceedQuantity" | "PurchaseNotActivated";
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description Notices, the newest first; the open ones unless told. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["Notice"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
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
    listSubscriptions: {
        parameters: {
            query?: {
                /** @description 50 unless told. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                status?: "Pending" | "Active" | "Suspended" | "Cancelled" | "Expired";
                source?: "Marketplace" | "Direct" | "Reseller";
                /** @description A product's slug. */
                product?: string;
                tenantId?: string;
                marketplaceSubscriptionId?: string;
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description Subscriptions, the newest first. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["Subscription"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
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
                    /** @description Seats, or none. */
                    quantity?: number | null;
                    /**
                     * Format: date-time
                     * @description The end of the term; null, or nothing, is open.
                     */
                    validUntil?: string | null;
                    /**
                     * Format: date-time
                     * @description Makes it a trial.
                     */
                    trialEndsAt?: string | null;
                    /** @description A trial without an end of its own. */
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
                    /** @description Of `changePlan`: the slug of the new plan. */
                    plan?: string;
                    /** @description Of `changeQuantity`: seats, or none. */
                    quantity?: number | null;
                    /**
                     * Format: date-time
                     * @description Of `renew`, and if wanted of `activate` and `reinstate`: the end of the term; null is open.
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
                    /** @description Of `changePlan`: the slug of the new plan. */
                    plan?: string;
                    /** @description Of `changeQuantity`: seats. */
                    quantity?: number;
                };
            };
        };
        responses: {
            /** @description The marketplace has taken it on. */
            202: {
                content: {
                    "application/json": {
                        /** @description The marketplace's; null when it was done at once. */
                        operationId: string | null;
                        /** @description Where to see what becomes of it. */
                        followUrl: string | null;
                    };
                };
            };
        };
    };
    listSeats: {
        parameters: {
            query?: {
                /** @description 50 unless told. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
            };
            path: {
                workspaceId: string;
                subscriptionId: string;
            };
        };
        responses: {
            /** @description Seats, those of the newest members first. */
            200: {
                content: {
                    "application/json": {
                        /** @description Bought. */
                        total: number;
                        assigned: number;
                        /** @description Never below 0, though a marketplace may sell fewer than are assigned. */
                        available: number;
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
            /** @description What became of each line. */
            200: {
                content: {
                    "application/json": {
                        /** @description How many have been given by this call. */
                        assigned: number;
                        refused: number;
                        results: {
                            /** @description Of the line. */
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
    listCustomers: {
        parameters: {
            query?: {
                /** @description 50 unless told. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                /** @description A tenant id, a part of an organisation's name, the beginning of a member's e-mail address, or the marketplace's id of a subscription. */
                search?: string;
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description Customer tenants, by id. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["Customer"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
                    };
                };
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
                    "application/json": components["schemas"]["Customer"];
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
    listCustomerMembers: {
        parameters: {
            query?: {
                /** @description 50 unless told. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
            };
            path: {
                workspaceId: string;
                tenantId: string;
            };
        };
        responses: {
            /** @description Members, the newest first. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["CustomerMember"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
                    };
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
                    name: string;
                    tenantIds: string[];
                    /** @description Takes over tenants that another organisation has. Absent is false. */
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
                        /** @description What was done about the person, the newest 1000 entries. */
                        auditEntries: components["schemas"]["AuditEntry"][];
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
                        customer: components["schemas"]["Customer"];
                        members: components["schemas"]["CustomerMember"][];
                        subscriptions: components["schemas"]["Subscription"][];
                        history: components["schemas"]["TenantMoment"][];
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
                /** @description 50 unless told. */
                limit?: number;
                /** @description The `next` of the page before. */
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
            /** @description Steps, the newest first. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["TenantMoment"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
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
                /** @description Not in the future. */
                asOf?: string;
            };
            path: {
                workspaceId: string;
                tenantId: string;
            };
        };
        responses: {
            /** @description The answer, with `explanation`. */
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
                /** @description 50 unless told. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                status?: "Pending" | "Accepted" | "QuantityMismatch" | "Rejected" | "Expired" | "Skipped";
                /** @description `failing`: undecided, and the last try met trouble. */
                state?: "held" | "due" | "claimed" | "retrying" | "accepted" | "quantityMismatch" | "rejected" | "expired" | "skipped" | "failing";
                subscriptionId?: string;
                /** @description Hours from then on. */
                from?: string;
                /** @description Hours before then. */
                until?: string;
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description Reports, the newest hour first. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["UsageReport"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
        };
    };
    exportUsageReports: {
        parameters: {
            query?: {
                status?: "Pending" | "Accepted" | "QuantityMismatch" | "Rejected" | "Expired" | "Skipped";
                /** @description `failing`: undecided, and the last try met trouble. */
                state?: "held" | "due" | "claimed" | "retrying" | "accepted" | "quantityMismatch" | "rejected" | "expired" | "skipped" | "failing";
                subscriptionId?: string;
                /** @description Hours from then on. */
                from?: string;
                /** @description Hours before then. */
                until?: string;
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description One line a report, the newest hour first; the first line names the columns. */
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
                    /** @description As usage records have it. */
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
                /** @description Seven days before `until` unless told; 31 at most. */
                from?: string;
                /** @description Now unless told. */
                until?: string;
                subscriptionId?: string;
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
                        /** @description Those that have reports, the oldest first. */
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
                            /** @description The marketplace has another quantity. */
                            quantityMismatch: number;
                            /** @description Rejected by the marketplace. */
                            rejected: number;
                            /** @description The 24 hours have passed. */
                            expired: number;
                            /** @description The quantity was 0. */
                            skipped: number;
                            /** @description Undecided ones whose last try met trouble. */
                            failing: number;
                        }[];
                    };
                };
            };
        };
    };
    summariseUsage: {
        parameters: {
            query?: {
                /** @description 50 unless told. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                /** @description Seven days before `until` unless told; 31 at most. */
                from?: string;
                /** @description Now unless told. */
                until?: string;
                subscriptionId?: string;
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description Sums, by subscription and dimension. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["UsageSummary"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
        };
    };
    listUsageDrifts: {
        parameters: {
            query?: {
                /** @description 50 unless told. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                /** @description Open unless told. */
                state?: "Open" | "Resolved" | "Any";
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description Differences, the newest day first. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["UsageDrift"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
        };
    };
    listApiClients: {
        parameters: {
            query?: {
                /** @description 50 unless told. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description API clients, the newest first. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["ApiClient"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
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
                    name: string;
                    scopes: ("entitlements:read" | "catalogue:read" | "usage:write")[];
                    /** @description Slugs of the products it may ask about; null is all, also those to come. */
                    products: string[] | null;
                    /** @description From 60 to the quota of the workspace's partner plan; null is the plan's default. */
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
                    name?: string;
                    scopes?: ("entitlements:read" | "catalogue:read" | "usage:write")[];
                    /** @description Slugs of the products it may ask about; null is all, also those to come. */
                    products?: string[] | null;
                    /** @description From 60 to the quota of the workspace's partner plan; null is the plan's default. */
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
                        /** @description The whole key; keep it safe. */
                        apiKey: string;
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
                    /** @description 24 unless told. */
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
                        /** @description The whole key; keep it safe. */
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
            /** @description It works no more. */
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
            /** @description Its applications, the newest first. */
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
                        /** @description Where the application gets its token, */
                        tokenUrl: string;
                        /** @description for this scope, */
                        scope: string;
                        /** @description with which it sends the challenge here. */
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
                /** @description Seven days before `until` unless told; 31 at most. */
                from?: string;
                /** @description Now unless told. */
                until?: string;
            };
            path: {
                workspaceId: string;
                apiClientId: string;
            };
        };
        responses: {
            /** @description What it did. */
            200: {
                content: {
                    "application/json": {
                        /** Format: uuid */
                        apiClientId: string;
                        /** @description Requests a minute. */
                        effectiveRateLimit: number;
                        rateLimitQuota: number;
                        /** Format: date-time */
                        lastUsedAt: string | null;
                        /** Format: date-time */
                        from: string;
                        /** Format: date-time */
                        until: string;
                        /** @description In the range, those that were refused among them. */
                        calls: number;
                        refused: number;
                        /** @description Those in which it called, the oldest first. */
                        hours: {
                            /** Format: date-time */
                            hour: string;
                            calls: number;
                            refused: number;
                        }[];
                        /** @description The latest 100, whenever they were, the newest first. */
                        refusals: {
                            /** Format: date-time */
                            refusedAt: string;
                            code: string;
                            status: number;
                            method: string;
                            /** @description The pattern of the address. */
                            route: string;
                            /** @description As in the answer, and in the log. */
                            requestId: string;
                        }[];
                    };
                };
            };
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                /** @description 50 unless told. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description Endpoints, the newest first. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["WebhookEndpoint"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
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
                    /** @description Begins with `https://`, and leads to the public internet. */
                    url: string;
                    description?: string;
                    /** @description Types, and groups of them such as `subscription.*`; null is all, also those to come. */
                    eventTypes?: ("subscription.*" | "entitlement.*" | "seat.*" | "subscription.created" | "subscription.activated" | "subscription.plan_changed" | "subscription.quantity_changed" | "subscription.renewed" | "subscription.suspended" | "subscription.reinstated" | "subscription.cancellation_scheduled" | "subscription.cancelled" | "subscription.expired" | "subscription.trial_ending" | "entitlement.changed" | "seat.assigned" | "seat.released")[] | null;
                    /** @description Slugs of the products it hears of; null is all, also those to come. */
                    products?: string[] | null;
                    /** @description Go with every delivery, such as the key of a gateway. Their values are never shown. */
                    headers?: {
                        [key: string]: string;
                    };
                    /** @description Deliveries a minute at most; null is as many as it takes. */
                    rateLimitPerMinute?: number | null;
                };
            };
        };
        responses: {
            /** @description The endpoint, with its secret. */
            201: {
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"] & {
                        /** @description Signs what is delivered. It is shown here and never again. */
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
                    /** @description Begins with `https://`, and leads to the public internet. */
                    url?: string;
                    description?: string;
                    /** @description Types, and groups of them such as `subscription.*`; null is all, also those to come. */
                    eventTypes?: ("subscription.*" | "entitlement.*" | "seat.*" | "subscription.created" | "subscription.activated" | "subscription.plan_changed" | "subscription.quantity_changed" | "subscription.renewed" | "subscription.suspended" | "subscription.reinstated" | "subscription.cancellation_scheduled" | "subscription.cancelled" | "subscription.expired" | "subscription.trial_ending" | "entitlement.changed" | "seat.assigned" | "seat.released")[] | null;
                    /** @description Slugs of the products it hears of; null is all, also those to come. */
                    products?: string[] | null;
                    /** @description Deliveries a minute at most; null is as many as it takes. */
                    rateLimitPerMinute?: number | null;
                    /** @description All of them: a value, or null for the value that is there. What is left out is gone. */
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
                         * @description Until then deliveries are signed with the one before, too.
                         */
                        previousSecretEndsAt: string;
                    };
                };
            };
        };
    };
    sendTestEvent: {
        parameters: {
            path: {
                workspaceId: string;
                endpointId: string;
            };
        };
        responses: {
            /** @description It is on its way, as a delivery. */
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
            /** @description Counted by the hour of the event. */
            200: {
                content: {
                    "application/json": {
                        /** Format: date-time */
                        from: string;
                        /** @description By endpoint, the oldest hour first. Hours without events are left out. */
                        items: {
                            /** Format: uuid */
                            endpointId: string;
                            /** Format: date-time */
                            hour: string;
                            delivered: number;
                            /** @description Tried in vain; there are tries left. */
                            failing: number;
                            /** @description Every try was in vain. */
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
            /** @description Every type. */
            200: {
                content: {
                    "application/json": {
                        items: {
                            /** @enum {string} */
                            type: "subscription.created" | "subscription.activated" | "subscription.plan_changed" | "subscription.quantity_changed" | "subscription.renewed" | "subscription.suspended" | "subscription.reinstated" | "subscription.cancellation_scheduled" | "subscription.cancelled" | "subscription.expired" | "subscription.trial_ending" | "entitlement.changed" | "seat.assigned" | "seat.released" | "webhook.test";
                            summary: string;
                            /** @description What `eventTypes` of an endpoint may say to hear of it; nothing for a test, which is sent on demand. */
                            heardBy: string[];
                            /** @description A payload as it could be; its schema is under `webhooks` in `/openapi.json`. */
                            example: {
                                /** @enum {string} */
                                type: "subscription.created" | "subscription.activated" | "subscription.plan_changed" | "subscription.quantity_changed" | "subscription.renewed" | "subscription.suspended" | "subscription.reinstated" | "subscription.cancellation_scheduled" | "subscription.cancelled" | "subscription.expired" | "subscription.trial_ending" | "entitlement.changed" | "seat.assigned" | "seat.released" | "webhook.test";
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
                /** @description 50 unless told. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                endpointId?: string;
                type?: "subscription.created" | "subscription.activated" | "subscription.plan_changed" | "subscription.quantity_changed" | "subscription.renewed" | "subscription.suspended" | "subscription.reinstated" | "subscription.cancellation_scheduled" | "subscription.cancelled" | "subscription.expired" | "subscription.trial_ending" | "entitlement.changed" | "seat.assigned" | "seat.released" | "webhook.test";
                tenantId?: string;
                outcome?: "Pending" | "Delivered" | "Failed" | "Cancelled";
                /** @description Events from then on. */
                from?: string;
                /** @description Events before then. */
                until?: string;
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description Deliveries, the newest event first. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["WebhookDelivery"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
        };
    };
    readWebhookDelivery: {
        parameters: {
            query?: {
                /** @description Which delivery of the event; the latest unless told. */
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
            /** @description It is on its way. */
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
                     * @description The moment itself is not part of it.
                     */
                    until: string;
                    /** @description `Missed` is what it would hear of and was never sent: from before it was there, or while it was disabled. */
                    outcomes: ("Delivered" | "Failed" | "Cancelled" | "Missed")[];
                    types?: ("subscription.created" | "subscription.activated" | "subscription.plan_changed" | "subscription.quantity_changed" | "subscription.renewed" | "subscription.suspended" | "subscription.reinstated" | "subscription.cancellation_scheduled" | "subscription.cancelled" | "subscription.expired" | "subscription.trial_ending" | "entitlement.changed" | "seat.assigned" | "seat.released" | "webhook.test")[];
                    /** Format: uuid */
                    tenantId?: string;
                    /**
                     * Format: uuid
                     * @description The `next` of the call before.
                     */
                    after?: string;
                };
            };
        };
        responses: {
            /** @description They are on their way. */
            202: {
                content: {
                    "application/json": {
                        /** @description How many, by this call. */
                        replayed: number;
                        /** Format: uuid */
                        next: string | null;
                    };
                };
            };
        };
    };
    listMarketplaceConnections: {
        parameters: {
            query?: {
                /** @description 50 unless told. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description Connections, the newest first. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["MarketplaceConnection"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
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
                    sourceName: string;
                    /** Format: uuid */
                    tenantId: string;
                    /**
                     * Format: uuid
                     * @description The application's id.
                     */
                    clientId: string;
                    /** @description The application's secret, or the private key of a certificate of its, with the certificate. */
                    credential: {
                        /** @enum {string} */
                        kind: "secret";
                        clientSecret: string;
                    } | {
                        /** @enum {string} */
                        kind: "certificate";
                        privateKeyPem: string;
                        certificatePem: string;
                    };
                    /**
                     * Format: date-time
                     * @description Until when the credential is good; a certificate says so itself. Support is warned ahead.
                     */
                    credentialEndsAt?: string | null;
                    /** @description https://login.microsoftonline.com unless told; `https`, on the public internet. */
                    authUrl?: string;
                    /** @description https://marketplaceapi.microsoft.com unless told; `https`, on the public internet. */
                    marketplaceUrl?: string;
                    /** @description For development, with a stand-in that sends no valid token: calls of the webhook are taken without the marketplace's token. Refused, and without effect, unless `PUBLIC_URL` is an address of this very machine. */
                    acceptsUnsignedCalls?: boolean;
                };
            };
        };
        responses: {
            /** @description The connection. */
            201: {
                content: {
                    "application/json": components["schemas"]["MarketplaceConnection"];
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
                    /** @description The application's secret, or the private key of a certificate of its, with the certificate. */
                    credential?: {
                        /** @enum {string} */
                        kind: "secret";
                        clientSecret: string;
                    } | {
                        /** @enum {string} */
                        kind: "certificate";
                        privateKeyPem: string;
                        certificatePem: string;
                    };
                    /**
                     * Format: date-time
                     * @description Until when the credential is good; a certificate says so itself. Support is warned ahead.
                     */
                    credentialEndsAt?: string | null;
                    /** @description https://login.microsoftonline.com unless told; `https`, on the public internet. */
                    authUrl?: string;
                    /** @description https://marketplaceapi.microsoft.com unless told; `https`, on the public internet. */
                    marketplaceUrl?: string;
                    /** @description For development, with a stand-in that sends no valid token: calls of the webhook are taken without the marketplace's token. Refused, and without effect, unless `PUBLIC_URL` is an address of this very machine. */
                    acceptsUnsignedCalls?: boolean;
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
            /** @description It is asked for. */
            202: {
                content: {
                    "application/json": components["schemas"]["MarketplaceConnection"];
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
            /** @description The findings, in the order in which they would be mended. */
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
    listMarketplaceCalls: {
        parameters: {
            query?: {
                /** @description 50 unless told. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
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
            /** @description Notifications, newest first. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["MarketplaceCall"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
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
    listIdpConnections: {
        parameters: {
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description Connections, by product. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["IdpConnection"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
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
                    /** @description Its slug. */
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
                /** @description 50 unless told. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                status?: "Draft" | "Published" | "Archived";
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description Products of every status, by slug. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["ProductSummary"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
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
                    /** @description Lower-case letters, digits and single hyphens. Names it for good. */
                    slug: string;
                    /** @description For display. */
                    name: string;
                    types: ("WebApp" | "TeamsApp" | "SharePointApp" | "OfficeAddIn" | "PowerPlatformSolution")[];
                    /** @description Slugs. */
                    categories?: string[];
                    /** @description Where its customers go once they have bought it; null when there is no one place. */
                    applicationUrl?: string | null;
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
                    /** @description For display. */
                    name?: string;
                    types?: ("WebApp" | "TeamsApp" | "SharePointApp" | "OfficeAddIn" | "PowerPlatformSolution")[];
                    /** @description Slugs. */
                    categories?: string[];
                    /** @description Where its customers go once they have bought it; null when there is no one place. */
                    applicationUrl?: string | null;
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
                    /** @description Lower-case letters, digits and single hyphens. Names it for good. */
                    slug: string;
                    /** @description For display. */
                    name: string;
                    /** @description Of several editions that a tenant holds the highest counts. */
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
                    /** @description For display. */
                    name?: string;
                    /** @description Of several editions that a tenant holds the highest counts. */
                    rank?: number;
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
                    /** @description The slugs of all of them, the lowest first. */
                    editions: string[];
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
                    /** @description Lower-case letters, digits and single hyphens. Names it for good. */
                    slug: string;
                    /** @description For display. */
                    name: string;
                    /** @description The slug of its edition. */
                    edition: string;
                    /** @enum {string} */
                    licenceModel: "TenantWide" | "Seats" | "IdpManaged";
                    /** @enum {string} */
                    billingModel: "FlatRate" | "PerUser";
                    /** @description All of them. */
                    capabilities?: {
                        [key: string]: boolean;
                    };
                    /** @description All of them. */
                    limits?: {
                        [key: string]: number;
                    };
                    /** @description The identity provider's name for the plan; null when its licences are not managed there. */
                    serviceIdentifier?: string | null;
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
                    /** @description By the slugs of the plans. */
                    plans: {
                        [key: string]: {
                            /** @description All of them. */
                            capabilities?: {
                                [key: string]: boolean;
                            };
                            /** @description All of them. */
                            limits?: {
                                [key: string]: number;
                            };
                        };
                    };
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
                    /** @description For display. */
                    name?: string;
                    /** @description The slug of its edition. */
                    edition?: string;
                    /** @enum {string} */
                    licenceModel?: "TenantWide" | "Seats" | "IdpManaged";
                    /** @enum {string} */
                    billingModel?: "FlatRate" | "PerUser";
                    /** @description All of them. */
                    capabilities?: {
                        [key: string]: boolean;
                    };
                    /** @description All of them. */
                    limits?: {
                        [key: string]: number;
                    };
                    /** @description The identity provider's name for the plan; null when its licences are not managed there. */
                    serviceIdentifier?: string | null;
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
                    /** @description For display. */
                    name?: string;
                    /** @description The slugs of all editions in another order, the lowest first. */
                    editions?: string[];
                    /** @description By the slugs of the plans. */
                    plans?: {
                        [key: string]: {
                            /** @description All of them. */
                            capabilities?: {
                                [key: string]: boolean;
                            };
                            /** @description All of them. */
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
            /** @description Whose answers would change, and how. Nothing has been changed. */
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
                    /** @description For display. */
                    name?: string;
                    /** @description Of several editions that a tenant holds the highest counts. */
                    rank?: number;
                };
            };
        };
        responses: {
            /** @description Whose answers would change, and how. Nothing has been changed. */
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
                    /** @description For display. */
                    name?: string;
                    /** @description The slug of its edition. */
                    edition?: string;
                    /** @enum {string} */
                    licenceModel?: "TenantWide" | "Seats" | "IdpManaged";
                    /** @enum {string} */
                    billingModel?: "FlatRate" | "PerUser";
                    /** @description All of them. */
                    capabilities?: {
                        [key: string]: boolean;
                    };
                    /** @description All of them. */
                    limits?: {
                        [key: string]: number;
                    };
                    /** @description The identity provider's name for the plan; null when its licences are not managed there. */
                    serviceIdentifier?: string | null;
                    /** @enum {string} */
                    status?: "Published" | "Archived";
                };
            };
        };
        responses: {
            /** @description Whose answers would change, and how. Nothing has been changed. */
            200: {
                content: {
                    "application/json": components["schemas"]["CatalogueImpact"];
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
                    /** @description Lower-case letters, digits and single hyphens. Names it for good. */
                    slug: string;
                    /** @description For display. */
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
                    /** @description For display. */
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
                /** @description 50 unless told. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                /** @description The slug of a product. */
                product?: string;
            };
            path: {
                workspaceId: string;
            };
        };
        responses: {
            /** @description Mappings, the newest first. */
            200: {
                content: {
                    "application/json": {
                        items: components["schemas"]["PlanMapping"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
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
                    /** @description Lower-case letters, digits and single hyphens. Names it for good. */
                    product: string;
                    /** @description The slug of the plan that it leads to. */
                    plan: string;
                    /** @description Which marketplace: the name of its connection. */
                    sourceName: string;
                    offerId: string;
                    /** @description What the marketplace calls the plan. */
                    planId: string;
                    /** @description Custom meters; only of flat-rate plans. */
                    dimensions?: {
                        id: string;
                        /** @description For display. */
                        name: string;
                        unit: string;
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
                    /** @description The slug of the plan that it leads to. */
                    plan?: string;
                    /** @description Which marketplace: the name of its connection. */
                    sourceName?: string;
                    offerId?: string;
                    /** @description What the marketplace calls the plan. */
                    planId?: string;
                    /** @description Custom meters; only of flat-rate plans. */
                    dimensions?: {
                        id: string;
                        /** @description For display. */
                        name: string;
                        unit: string;
                    }[];
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
                    /** @description The whole catalogue, as YAML or, when it begins with a brace, as JSON. */
                    file: string;
                };
            };
        };
        responses: {
            /** @description The changes, in order, with what `apply` asks consent for. */
            200: {
                content: {
                    "application/json": {
                        changes: components["schemas"]["CatalogueChange"][];
                        /** @description How many products and plans it archives. */
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
                    /** @description The whole catalogue, as YAML or, when it begins with a brace, as JSON. */
                    file: string;
                };
            };
        };
        responses: {
            /** @description Whose answers would change, and how. Nothing has been changed. */
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
                    /** @description The whole catalogue, as YAML or, when it begins with a brace, as JSON. */
                    file: string;
                    /** @description How many products and plans it archives. Absent is 0. */
                    archive?: number;
                    /** @description How many drafts of products and plans it removes. Absent is 0. */
                    remove?: number;
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
