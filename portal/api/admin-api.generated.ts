// Written by `npm run generate` from the document of the admin API.

export interface paths {
    "/api/admin/v1/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign in with the account at work
         * @description For browsers: leads to the identity provider and back, then to `returnTo`.
         */
        get: operations["signIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/sign-in/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign in by a link that works once
         * @description For browsers. The demo prints such a link when it starts.
         */
        get: operations["signInByLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who is signed in, and where they may do what */
        get: operations["readMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the session
         * @description Or, with `everywhere`, every session of the person, on whatever machine.
         */
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Your sessions */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/me/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End one of your sessions */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How the workspace fares, at a glance */
        get: operations["readOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find tenants, products and API clients by whatever is known of them
         * @description Tenants by id, a part of the organisation’s name, the beginning of a member’s e-mail address, or the marketplace’s id of a subscription; products by slug or name; API clients by name, id, or the readable part of a key. 8 of each at most.
         */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List members and invitations */
        get: operations["listMembers"];
        put?: never;
        /**
         * Invite somebody
         * @description They are a member as soon as they sign in, within 7 days, with the work account whose user name `email` is; when `tenantId` is given, with one of that tenant only. Required for an administrator.
         */
        post: operations["inviteMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/members/{memberId}/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew an invitation
         * @description It is open for another 7 days. `tenantId` names the only tenant from which it is taken from now on.
         */
        post: operations["renewInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/members/{memberId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One member or invitation */
        get: operations["readMember"];
        put?: never;
        post?: never;
        /**
         * Remove a member, or take an invitation back
         * @description Their sessions end at once. The last administrator stays.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /**
         * Change a member's role
         * @description It holds from their next request on. The last administrator stays one.
         */
        patch: operations["changeMember"];
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/members/{memberId}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a member's sessions
         * @description Every session that opens the workspace for the member, also one that began in another workspace.
         */
        get: operations["listMemberSessions"];
        put?: never;
        post?: never;
        /**
         * Sign a member out everywhere
         * @description They stay a member and may sign in again. To keep them out, remove them.
         */
        delete: operations["signOutMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who changed what
         * @description The changes that members and commands have made, the newest first.
         */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/audit-log.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The audit log as a CSV file
         * @description The same filters as the list, every entry that fits.
         */
        get: operations["exportAuditLogAsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/audit-log.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The audit log as a JSON file
         * @description The same filters as the list, every entry that fits.
         */
        get: operations["exportAuditLogAsJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The workspace's settings */
        get: operations["readSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change settings
         * @description What is left out stays.
         */
        patch: operations["changeSettings"];
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/settings/support-address-confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the confirmation mail of a support address again
         * @description The link of the mail before stops working. At most one mail in 5 minutes to an address, then after twice as long each time, up to a day. An address that is confirmed is mailed nothing.
         */
        post: operations["sendSupportAddressConfirmation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/notices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The inbox */
        get: operations["listNotices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/notices/{noticeId}/done": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark a notice as done
         * @description Of several who do, the first is remembered.
         */
        post: operations["markNoticeDone"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List subscriptions */
        get: operations["listSubscriptions"];
        put?: never;
        /**
         * Write a contract of your own down
         * @description What was sold directly or by a reseller. It begins as Pending; the move `activate` makes it count. A trial without a term of its own is valid until it ends.
         */
        post: operations["createSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/subscriptions/{subscriptionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One subscription, with its history */
        get: operations["readSubscription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/subscriptions/{subscriptionId}/moves": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change where a subscription stands
         * @description One of its `allowedMoves`. What was bought on the marketplace is changed there, and followed here.
         */
        post: operations["moveSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/subscriptions/{subscriptionId}/marketplace-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask the marketplace to change a subscription that it sold
         * @description Ours stays as it is until the marketplace has done it. Until then the request is in the `marketplaceRequests` of the subscription; what became of it, in the calls of the marketplace.
         */
        post: operations["requestMarketplaceChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/subscriptions/{subscriptionId}/seats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who has a seat of a subscription, and how many are left */
        get: operations["listSeats"];
        put?: never;
        /**
         * Give seats to people
         * @description Each line is an object id or an e-mail address of a member, and has an outcome of its own: one that is refused keeps no other from a seat. No more are given than were bought.
         */
        post: operations["assignSeats"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/subscriptions/{subscriptionId}/seats/{memberId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Give a member a seat
         * @description Whoever has one keeps it.
         */
        put: operations["assignSeat"];
        post?: never;
        /**
         * Take a seat back
         * @description Of whoever has none, nothing is taken.
         */
        delete: operations["releaseSeat"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Find customers */
        get: operations["listCustomers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/customers/{tenantId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One customer tenant
         * @description Its subscriptions are at `/subscriptions?tenantId=…`.
         */
        get: operations["readCustomer"];
        put?: never;
        post?: never;
        /**
         * Delete a customer
         * @description Its members with their seats, and the organisation’s name. Only when its subscriptions have all ended. What was sold and reported stays for billing, under the tenant’s id and without people.
         */
        delete: operations["eraseCustomer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/customers/{tenantId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The members of a customer tenant */
        get: operations["listCustomerMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/organisations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write a customer down: an organisation and its tenants
         * @description Tenants that another organisation has are moved with `moveTenants: true` only. E-mail addresses are resolved among all members of an organisation.
         */
        post: operations["addOrganisation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/customers/{tenantId}/members/{objectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Add a member to a tenant, or change one
         * @description By the object id that the identity provider gives them. One who is not active gets no seat and is not found by e-mail address. Both facts are said each time; saying what is so changes nothing.
         */
        put: operations["saveCustomerMember"];
        post?: never;
        /**
         * Delete a person
         * @description The member, their seats, and what the audit log and the marketplace’s notifications say of them. Subscriptions and usage stay. Events of the last 30 days keep the object id until they are deleted.
         */
        delete: operations["eraseCustomerMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/customers/{tenantId}/members/{objectId}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Everything that is known of a person */
        get: operations["exportCustomerMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/customers/{tenantId}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Everything that is known of a customer */
        get: operations["exportCustomer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/tenants/{tenantId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A tenant, with whose it is, what it holds and who is in it */
        get: operations["readTenant"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/tenants/{tenantId}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every step of a tenant’s subscriptions
         * @description For a time line: when what a tenant holds has changed, how, by whom and why.
         */
        get: operations["listTenantHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/tenants/{tenantId}/entitlements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the API answers about a tenant and a product, and why
         * @description The answer of `GET /api/v1/entitlements/{tenantId}` with `explain=true`: of now, or with `asOf` of an earlier moment. A tenant that nobody knows holds nothing, and is no error.
         */
        get: operations["inspectEntitlement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/tenants/{tenantId}/eligibility": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the API answers about a user, and why
         * @description The answer of `GET /api/v1/entitlements/{tenantId}/eligibility` with `explain=true`, by `userObjectId` or by `email`. The identity provider is asked as the API would ask it.
         */
        get: operations["inspectEligibility"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/usage-reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List usage reports */
        get: operations["listUsageReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/usage-reports.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Usage reports as a CSV file
         * @description The same filters as the list, every report that fits. A text that a spreadsheet would take for a formula has an apostrophe before it.
         */
        get: operations["exportUsageReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/usage-reports/{subscriptionId}/{hour}/{dimension}/correct": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a report that was not sent another quantity
         * @description 0 skips the hour. `replaces` is the quantity that was read: when the application has sent another one meanwhile, it is 412. From the moment a sender takes it a report is frozen: 409.
         */
        post: operations["correctUsageReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/usage-reports/{subscriptionId}/{hour}/{dimension}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a held report now
         * @description Its hold is over at once, and a sender takes it within seconds.
         */
        post: operations["releaseUsageReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/usage-hours": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How many usage reports stand where, hour by hour */
        get: operations["countUsageReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/usage-summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was reported, sent, accepted, and is held by the marketplace, side by side
         * @description By subscription and dimension, over a range of hours.
         */
        get: operations["summariseUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/usage-drifts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Days on which the marketplace counts usage otherwise */
        get: operations["listUsageDrifts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/api-clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List API clients */
        get: operations["listApiClients"];
        put?: never;
        /** Register an API client */
        post: operations["registerApiClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/api-clients/{apiClientId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One API client */
        get: operations["readApiClient"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an API client
         * @description What is left out stays. It holds from the next request of the client on.
         */
        patch: operations["changeApiClient"];
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/api-clients/{apiClientId}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable an API client
         * @description Its credentials work again.
         */
        post: operations["enableApiClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/api-clients/{apiClientId}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable an API client
         * @description All of its credentials are turned away, within a second, until it is enabled again.
         */
        post: operations["disableApiClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/api-clients/{apiClientId}/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the keys of an API client */
        get: operations["listApiKeys"];
        put?: never;
        /** Issue a key */
        post: operations["issueApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/api-keys/{keyId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace a key by another one
         * @description The old one lives on for the overlap, so that a deployment can change over.
         */
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/api-keys/{keyId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End a key at once and for good */
        post: operations["revokeApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/api-clients/{apiClientId}/application-credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the identity-provider applications of an API client */
        get: operations["listApplicationCredentials"];
        put?: never;
        /**
         * Add an identity-provider application
         * @description It can call once it has proven itself: with a token of its own it sends the challenge to `POST /api/v1/client-credentials/verify`, within 24 hours.
         */
        post: operations["addApplicationCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/application-credentials/{credentialId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove an identity-provider application
         * @description Its tokens are refused from then on, on every node within a second.
         */
        delete: operations["removeApplicationCredential"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/api-clients/{apiClientId}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How often an API client calls, and what it is refused
         * @description Counted within half a minute, kept for 90 days. A call whose credential was not accepted is nobody’s.
         */
        get: operations["readClientActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List webhook endpoints */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Add a webhook endpoint
         * @description It hears of what happens from now on. Unless told, of every type and every product.
         */
        post: operations["addWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-endpoints/{endpointId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One webhook endpoint */
        get: operations["readWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Remove a webhook endpoint
         * @description What waits for it is cancelled. What became of its deliveries can still be read.
         */
        delete: operations["removeWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description What is left out stays. What waits to be delivered goes to the new address. Another origin of `url` requires the values of the headers again; the signing secret stays.
         */
        patch: operations["changeWebhookEndpoint"];
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-endpoints/{endpointId}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable a webhook endpoint
         * @description It hears of what happens from now on; replay what it has missed.
         */
        post: operations["enableWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-endpoints/{endpointId}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable a webhook endpoint
         * @description It hears of nothing, and what waits for it is cancelled, until it is enabled again.
         */
        post: operations["disableWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-endpoints/{endpointId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of a webhook endpoint
         * @description The one before signs for 24 hours more, however often it is rotated meanwhile; five sign at most.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-endpoints/{endpointId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description `webhook.test`, to this endpoint alone, whatever its filter says.
         */
        post: operations["sendTestEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How each endpoint has fared, hour by hour
         * @description What became of the events of this hour and the 23 before it.
         */
        get: operations["readWebhookHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-event-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What endpoints can hear of */
        get: operations["listWebhookEventTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What became of deliveries
         * @description To all endpoints of the workspace, removed ones included.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-endpoints/{endpointId}/deliveries/{eventId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One delivery, with what was sent and every try */
        get: operations["readWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-endpoints/{endpointId}/deliveries/{eventId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send one delivery once more
         * @description Under the same id, as a new delivery of the event: the old one stays as it ended. One that still waits is sent at once instead, one that is on its way is let go on.
         */
        post: operations["replayWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-endpoints/{endpointId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the deliveries of a time range once more
         * @description Under the same ids, each as a new delivery, the oldest first, a thousand a call. Call again with `next` as `after` until it is null.
         */
        post: operations["replayWebhookDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/marketplace-connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List marketplace connections */
        get: operations["listMarketplaceConnections"];
        put?: never;
        /**
         * Connect a publisher account
         * @description One for each source name that the marketplace mappings of the plans use.
         */
        post: operations["connectMarketplace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/marketplace-connections/{connectionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One marketplace connection */
        get: operations["readMarketplaceConnection"];
        put?: never;
        post?: never;
        /**
         * Remove a marketplace connection
         * @description Not while calls or usage wait that only it can finish. The subscriptions stay; nobody follows the marketplace for them any more. Connected again, the source has other addresses.
         */
        delete: operations["removeMarketplaceConnection"];
        options?: never;
        head?: never;
        /**
         * Change a marketplace connection, or replace its credential
         * @description What is left out stays, the credential too; a new credential does not inherit the end of the old one. A change of `authUrl`, `marketplaceUrl`, `tenantId` or `clientId` requires the credential again.
         */
        patch: operations["changeMarketplaceConnection"];
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/marketplace-connections/{connectionId}/reconcile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compare the subscriptions with the marketplace now
         * @description It begins within seconds. The connection says how it goes (`reconciliation`); the inbox what was repaired.
         */
        post: operations["reconcileMarketplace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/marketplace-connections/{connectionId}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a connection from end to end
         * @description It changes nothing, and answers within half a minute. A check may have several findings.
         */
        post: operations["checkMarketplaceConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/marketplace-calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the marketplace called about, and what it was asked for
         * @description Kept for 90 days after it was decided.
         */
        get: operations["listMarketplaceCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/marketplace-calls/{callId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One call, as it came */
        get: operations["readMarketplaceCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/idp-connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List applications that read licences
         * @description All of them: there is one for a product at most.
         */
        get: operations["listIdpConnections"];
        put?: never;
        /** Say as which application the licences of a product are read */
        post: operations["connectIdp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/idp-connections/{productId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The application that reads the licences of a product */
        get: operations["readIdpConnection"];
        /** Replace the application, or its secret */
        put: operations["replaceIdpConnection"];
        post?: never;
        /**
         * Read the licences of a product no more
         * @description From then on nobody's licence of it can be confirmed: `IdpNotConfigured`.
         */
        delete: operations["removeIdpConnection"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List products */
        get: operations["listProducts"];
        put?: never;
        /**
         * Make a product
         * @description It is a draft, without editions and plans: nobody else sees it before it is published.
         */
        post: operations["addProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One product: editions, plans, capabilities, limits, mappings */
        get: operations["readProduct"];
        put?: never;
        post?: never;
        /**
         * Remove a draft
         * @description With all that is in it. What was published can only be archived.
         */
        delete: operations["removeProduct"];
        options?: never;
        head?: never;
        /**
         * Change a product
         * @description What is left out stays. Another name is another answer for every tenant that has bought it: they are told.
         */
        patch: operations["changeProduct"];
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a product
         * @description The catalogue shows it from now on, with its published plans.
         */
        post: operations["publishProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a product
         * @description The catalogue does not show it until it is published again. Whoever has bought it keeps it.
         */
        post: operations["archiveProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/editions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add an edition
         * @description Without a rank it is the highest.
         */
        post: operations["addEdition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/editions/{edition}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove an edition that has no plans */
        delete: operations["removeEdition"];
        options?: never;
        head?: never;
        /**
         * Change an edition
         * @description What is left out stays. Tenants who hold a plan of it are told.
         */
        patch: operations["changeEdition"];
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/edition-order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Put the editions in another order
         * @description The ranks that there are go to the editions in the order given, the lowest first.
         */
        put: operations["orderEditions"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a plan
         * @description It is a draft: it is neither shown nor sold before it is published.
         */
        post: operations["addPlan"];
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change what several plans give
         * @description All of it or nothing. Plans that are left out stay; capabilities and limits are replaced as a whole.
         */
        patch: operations["changePlans"];
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/plans/{plan}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a draft of a plan
         * @description What was published can only be archived.
         */
        delete: operations["removePlan"];
        options?: never;
        head?: never;
        /**
         * Change a plan
         * @description What is left out stays; capabilities and limits are replaced as a whole. It holds at once for everybody who has the plan, and those whose answer is another are told.
         */
        patch: operations["changePlan"];
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/plans/{plan}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a plan
         * @description It is shown and sold from now on.
         */
        post: operations["publishPlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/plans/{plan}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a plan
         * @description The catalogue does not show it until it is published again. Whoever has it keeps it.
         */
        post: operations["archivePlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/impact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a change of a product would do
         * @description The body says what would be changed, as for the change itself; `status` is that after publishing or archiving. Counted by the very decision that answers the API. Nothing is changed.
         */
        post: operations["previewProductChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/editions/{edition}/impact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a change of an edition would do
         * @description The body says what would be changed, as for the change itself; `status` is that after publishing or archiving. Counted by the very decision that answers the API. Nothing is changed.
         */
        post: operations["previewEditionChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/plans/{plan}/impact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a change of a plan would do
         * @description The body says what would be changed, as for the change itself; `status` is that after publishing or archiving. Counted by the very decision that answers the API. Nothing is changed.
         */
        post: operations["previewPlanChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List categories */
        get: operations["listCategories"];
        put?: never;
        /** Add a category */
        post: operations["addCategory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/categories/{category}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a category that has no products */
        delete: operations["removeCategory"];
        options?: never;
        head?: never;
        /** Rename a category */
        patch: operations["renameCategory"];
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/plan-mappings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List which plans are sold under which name */
        get: operations["listPlanMappings"];
        put?: never;
        /**
         * Map a plan to an offer and plan of a marketplace
         * @description A purchase that names them leads to the plan, once it is published. One name leads to one plan only. The billing model is that of the plan.
         */
        post: operations["addPlanMapping"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/plan-mappings/{mappingId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One mapping */
        get: operations["readPlanMapping"];
        put?: never;
        post?: never;
        /**
         * Remove a mapping
         * @description Purchases that name it lead nowhere from now on; those that were made stay.
         */
        delete: operations["removePlanMapping"];
        options?: never;
        head?: never;
        /**
         * Change a mapping
         * @description What is left out stays; dimensions are replaced as a whole. `plan` is one of the same product.
         */
        patch: operations["changePlanMapping"];
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/catalogue/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The catalogue as one YAML file
         * @description The same catalogue is always the same text.
         */
        get: operations["exportCatalogue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/catalogue/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a file would change
         * @description Nothing is changed. The `ETag` is what the plan is based on: send it as `If-Match` to apply the file.
         */
        post: operations["planCatalogue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/catalogue/impact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Whose answers a file would change */
        post: operations["previewCatalogue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/catalogue/apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make the catalogue what a file says
         * @description All of it or nothing, and only if nobody has changed the catalogue since the plan. Of what the file leaves out, drafts are removed and the rest is archived: `archive` and `remove` must say how many of each, as the plan told them.
         */
        post: operations["applyCatalogue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
            /** @description What to react to; stable. */
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
            /** @description With `explain=true`: how the answer came about. */
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
            /** @description The marketplace's. */
            operationId: string;
            marketplaceSubscriptionId: string;
            /**
             * Format: uuid
             * @description Ours; null when there is none.
             */
            subscriptionId: string | null;
            /** @description As the marketplace writes it. */
            action: string;
            /** @description Others change nothing; support is told of them. */
            isKnownAction: boolean;
            /**
             * @description `Publisher`: asked for from here. Null when the marketplace does not say.
             * @enum {unknown}
             */
            requestedBy: "Marketplace" | "Publisher" | null;
            /** @enum {string} */
            state: "Received" | "Applied" | "Refused" | "Ignored" | "Failed";
            /** @description What became of it, or what the last try met. */
            detail: string | null;
            /** Format: date-time */
            receivedAt: string;
            /** @description How often it came again. */
            repeats: number;
            attempts: number;
            /**
             * Format: date-time
             * @description When it is tried next.
             */
            dueAt: string | null;
            /** Format: date-time */
            decidedAt: string | null;
        };
        MarketplaceCallDetails: {
            /** Format: uuid */
            callId: string;
            sourceName: string;
            /** @description The marketplace's. */
            operationId: string;
            marketplaceSubscriptionId: string;
            /**
             * Format: uuid
             * @description Ours; null when there is none.
             */
            subscriptionId: string | null;
            /** @description As the marketplace writes it. */
            action: string;
            /** @description Others change nothing; support is told of them. */
            isKnownAction: boolean;
            /**
             * @description `Publisher`: asked for from here. Null when the marketplace does not say.
             * @enum {unknown}
             */
            requestedBy: "Marketplace" | "Publisher" | null;
            /** @enum {string} */
            state: "Received" | "Applied" | "Refused" | "Ignored" | "Failed";
            /** @description What became of it, or what the last try met. */
            detail: string | null;
            /** Format: date-time */
            receivedAt: string;
            /** @description How often it came again. */
            repeats: number;
            attempts: number;
            /**
             * Format: date-time
             * @description When it is tried next.
             */
            dueAt: string | null;
            /** Format: date-time */
            decidedAt: string | null;
            /** @description As it came; or, of what was asked for from here, what was asked. */
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
    responses: {
        /** @description `request.validation_failed`: The request is not valid. */
        RequestValidationFailed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `auth.session_required`: There is no session, or it has ended. */
        AuthSessionRequired: {
            headers: {
                /** @description Session realm="tessera" */
                "WWW-Authenticate"?: string;
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `request.cross_site`: The request does not come from the portal. */
        RequestCrossSite: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `request.rate_limited`: Too many requests. */
        RequestRateLimited: {
            headers: {
                /** @description Seconds to wait. */
                "Retry-After"?: string;
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `service.internal_error`: Something went wrong on our side. */
        ServiceInternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `service.unavailable`: The service cannot answer at the moment. */
        ServiceUnavailable: {
            headers: {
                /** @description Seconds to wait. */
                "Retry-After"?: string;
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
        ResourceNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `auth.role_not_allowed`: The role does not allow this.
         *
         *     `workspace.suspended`: The workspace is suspended.
         */
        AuthRoleNotAllowedOrWorkspaceSuspended: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `request.cross_site`: The request does not come from the portal.
         *
         *     `auth.role_not_allowed`: The role does not allow this.
         *
         *     `workspace.suspended`: The workspace is suspended.
         */
        RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `workspace.limit_reached`: The workspace has as many as its plan allows. */
        WorkspaceLimitReached: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `request.too_large`: The request body is too large. */
        RequestTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `request.unsupported_media_type`: The content type or encoding is not supported. */
        RequestUnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `member.already_joined`: The member has joined already. */
        MemberAlreadyJoined: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `member.last_administrator`: It is the last administrator of the workspace. */
        MemberLastAdministrator: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `request.precondition_failed`: It has been changed meanwhile. */
        RequestPreconditionFailed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `request.precondition_required`: The change does not say what it is based on. */
        RequestPreconditionRequired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `plan.not_found`: There is no such plan.
         *
         *     `resource.not_found`: The workspace has nothing of the kind with this id.
         */
        PlanNotFoundOrResourceNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `subscription.move_not_allowed`: The subscription does not take this move as it stands.
         *
         *     `subscription.seats_in_use`: More seats are assigned than would be left.
         */
        SubscriptionMoveNotAllowedOrSubscriptionSeatsInUse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `marketplace.change_refused`: The marketplace refuses the change.
         *
         *     `subscription.seats_in_use`: More seats are assigned than would be left.
         */
        MarketplaceChangeRefusedOrSubscriptionSeatsInUse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `seat.not_available`: There is no seat to give. */
        SeatNotAvailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `customer.has_live_subscriptions`: The customer has subscriptions that have not ended. */
        CustomerHasLiveSubscriptions: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `customer.tenants_held`: Another organisation has some of the tenants. */
        CustomerTenantsHeld: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `product.not_found`: There is no such product.
         *
         *     `resource.not_found`: The workspace has nothing of the kind with this id.
         */
        ProductNotFoundOrResourceNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `product.not_found`: There is no such product.
         *
         *     `plan.not_found`: There is no such plan.
         *
         *     `resource.not_found`: The workspace has nothing of the kind with this id.
         */
        ProductNotFoundOrPlanNotFoundOrResourceNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `entitlement.user_tenant_mismatch`: The user does not belong to the tenant.
         *
         *     `entitlement.user_not_resolved`: The e-mail address leads to no single active member.
         */
        EntitlementUserTenantMismatchOrEntitlementUserNotResolved: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `metering.window_already_reported`: The hour was already sent with another quantity. */
        MeteringWindowAlreadyReported: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `metering.window_too_old`: The hour is too old. */
        MeteringWindowTooOld: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `usage_report.not_held`: The usage report is not held. */
        UsageReportNotHeld: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `webhook.too_many_secrets`: Too many secrets of the webhook endpoint sign at once. */
        WebhookTooManySecrets: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `webhook.endpoint_disabled`: The webhook endpoint is disabled. */
        WebhookEndpointDisabled: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `marketplace.source_connected`: The source is connected already.
         *
         *     `workspace.limit_reached`: The workspace has as many as its plan allows.
         */
        MarketplaceSourceConnectedOrWorkspaceLimitReached: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `marketplace.connection_in_use`: Something waits that only this connection can finish. */
        MarketplaceConnectionInUse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `product.idp_connected`: The product has an application that reads its licences. */
        ProductIdpConnected: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `catalogue.status_not_allowed`: This status change is not allowed. */
        CatalogueStatusNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `catalogue.edition_in_use`: The edition has plans. */
        CatalogueEditionInUse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `category.not_found`: There is no such category.
         *
         *     `resource.not_found`: The workspace has nothing of the kind with this id.
         */
        CategoryNotFoundOrResourceNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `catalogue.category_in_use`: The category has products. */
        CatalogueCategoryInUse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `catalogue.consent_required`: The file archives or removes products or plans. */
        CatalogueConsentRequired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Names this request in the log. The caller’s own when it sent a usable one. */
        "X-Request-Id": string;
        /** @description The allowances, of the client and of its workspace: quota `q` in a window of `w` seconds. */
        "RateLimit-Policy": string;
        /** @description What is left of each: `r` requests, more in `t` seconds. */
        RateLimit: string;
    };
    pathItems: never;
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
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To the identity provider. */
            303: {
                headers: {
                    /** @description Where the browser goes on. */
                    Location?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSite"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    signInByLink: {
        parameters: {
            query: {
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed in. */
            303: {
                headers: {
                    /** @description Where the browser goes on. */
                    Location?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            /** @description The link is spent, too old, or none. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person and their workspaces. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
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
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSite"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    signOut: {
        parameters: {
            query?: {
                everywhere?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It has ended. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSite"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions that have not ended. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
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
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSite"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It has ended. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSite"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readOverview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Figures, and what needs a person. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
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
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    search: {
        parameters: {
            query: {
                text: string;
            };
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was found. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
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
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
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
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Members, the newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Member"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    inviteMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
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
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            409: components["responses"]["WorkspaceLimitReached"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    renewInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                memberId: string;
            };
            cookie?: never;
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
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            409: components["responses"]["MemberAlreadyJoined"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                memberId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The member. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                memberId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They are no member any more. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            409: components["responses"]["MemberLastAdministrator"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                memberId: string;
            };
            cookie?: never;
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
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            409: components["responses"]["MemberLastAdministrator"];
            412: components["responses"]["RequestPreconditionFailed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            428: components["responses"]["RequestPreconditionRequired"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listMemberSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                memberId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions that have not ended. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
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
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    signOutMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                memberId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Their sessions have ended. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
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
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Entries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["AuditEntry"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
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
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One line an entry, the newest first; the first line names the columns. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
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
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every entry, the newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntry"][];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceSettings"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
            };
            cookie?: never;
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
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceSettings"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            412: components["responses"]["RequestPreconditionFailed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            428: components["responses"]["RequestPreconditionRequired"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sendSupportAddressConfirmation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    address: string;
                };
            };
        };
        responses: {
            /** @description It is sent within seconds. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
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
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Notices, the newest first; the open ones unless told. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Notice"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    markNoticeDone: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                noticeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The notice. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notice"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
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
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Subscriptions, the newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Subscription"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
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
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionDetail"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["PlanNotFoundOrResourceNotFound"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                subscriptionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription with its history. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionDetail"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    moveSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                subscriptionId: string;
            };
            cookie?: never;
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
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionDetail"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["PlanNotFoundOrResourceNotFound"];
            409: components["responses"]["SubscriptionMoveNotAllowedOrSubscriptionSeatsInUse"];
            412: components["responses"]["RequestPreconditionFailed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            428: components["responses"]["RequestPreconditionRequired"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    requestMarketplaceChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                subscriptionId: string;
            };
            cookie?: never;
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
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The marketplace's; null when it was done at once. */
                        operationId: string | null;
                        /** @description Where to see what becomes of it. */
                        followUrl: string | null;
                    };
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["PlanNotFoundOrResourceNotFound"];
            409: components["responses"]["MarketplaceChangeRefusedOrSubscriptionSeatsInUse"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
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
            header?: never;
            path: {
                workspaceId: string;
                subscriptionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Seats, those of the newest members first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
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
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    assignSeats: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                subscriptionId: string;
            };
            cookie?: never;
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
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
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
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    assignSeat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                subscriptionId: string;
                memberId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They have a seat. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            409: components["responses"]["SeatNotAvailable"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    releaseSeat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                subscriptionId: string;
                memberId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They have no seat. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
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
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Customer tenants, by id. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Customer"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    eraseCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            409: components["responses"]["CustomerHasLiveSubscriptions"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
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
            header?: never;
            path: {
                workspaceId: string;
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Members, the newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["CustomerMember"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addOrganisation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
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
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        organisationId: string;
                        name: string;
                        tenantIds: string[];
                    };
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            409: components["responses"]["CustomerTenantsHeld"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    saveCustomerMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                tenantId: string;
                objectId: string;
            };
            cookie?: never;
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
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerMember"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    eraseCustomerMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                tenantId: string;
                objectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    exportCustomerMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                tenantId: string;
                objectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person’s data. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
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
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    exportCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customer’s data. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
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
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readTenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tenant. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tenant"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
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
            header?: never;
            path: {
                workspaceId: string;
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Steps, the newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["TenantMoment"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
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
            header?: never;
            path: {
                workspaceId: string;
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, with `explanation`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Entitlement"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ProductNotFoundOrResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
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
            header?: never;
            path: {
                workspaceId: string;
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The decision, with `explanation`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserEligibility"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ProductNotFoundOrPlanNotFoundOrResourceNotFound"];
            422: components["responses"]["EntitlementUserTenantMismatchOrEntitlementUserNotResolved"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
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
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Reports, the newest hour first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["UsageReport"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
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
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One line a report, the newest hour first; the first line names the columns. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    correctUsageReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                subscriptionId: string;
                hour: string;
                dimension: string;
            };
            cookie?: never;
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
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageReport"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            409: components["responses"]["MeteringWindowAlreadyReported"];
            412: components["responses"]["RequestPreconditionFailed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            422: components["responses"]["MeteringWindowTooOld"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    releaseUsageReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                subscriptionId: string;
                hour: string;
                dimension: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageReport"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            409: components["responses"]["UsageReportNotHeld"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            422: components["responses"]["MeteringWindowTooOld"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
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
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Counts by hour and state. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
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
                            /** @description Can still be replaced: the hold is not over. */
                            held: number;
                            /** @description Waits for a sender. */
                            due: number;
                            /** @description A sender has it. */
                            claimed: number;
                            /** @description Was sent, brought no answer, and waits for the next try. */
                            retrying: number;
                            /** @description By the marketplace. */
                            accepted: number;
                            /** @description The marketplace holds another quantity. */
                            quantityMismatch: number;
                            /** @description By the marketplace. */
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
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
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
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sums, by subscription and dimension. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["UsageSummary"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
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
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Differences, the newest day first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["UsageDrift"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
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
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description API clients, the newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ApiClient"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    registerApiClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
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
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiClient"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            409: components["responses"]["WorkspaceLimitReached"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readApiClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                apiClientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The API client. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiClient"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeApiClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                apiClientId: string;
            };
            cookie?: never;
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
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiClient"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            412: components["responses"]["RequestPreconditionFailed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            428: components["responses"]["RequestPreconditionRequired"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    enableApiClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                apiClientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The API client. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiClient"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    disableApiClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                apiClientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The API client. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiClient"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                apiClientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its keys, the newest first; never their text. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ApiKey"][];
                    };
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    issueApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                apiClientId: string;
            };
            cookie?: never;
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
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The readable part of the key. */
                        keyId: string;
                        /** @description The whole key; keep it safe. */
                        apiKey: string;
                    };
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            409: components["responses"]["WorkspaceLimitReached"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                /** @description The readable part of the key. */
                keyId: string;
            };
            cookie?: never;
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
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The readable part of the key. */
                        keyId: string;
                        /** @description The whole key; keep it safe. */
                        apiKey: string;
                    };
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            409: components["responses"]["WorkspaceLimitReached"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                /** @description The readable part of the key. */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It works no more. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The readable part of the key. */
                        keyId: string;
                        /** Format: date-time */
                        revokedAt: string;
                    };
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listApplicationCredentials: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                apiClientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its applications, the newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ApplicationCredential"][];
                    };
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addApplicationCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                apiClientId: string;
            };
            cookie?: never;
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
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
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
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            409: components["responses"]["WorkspaceLimitReached"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeApplicationCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                credentialId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It opens nothing any more. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
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
            header?: never;
            path: {
                workspaceId: string;
                apiClientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What it did. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
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
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
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
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Endpoints, the newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["WebhookEndpoint"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
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
                headers: {
                    /** @description Another when the settings are. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"] & {
                        /** @description Signs what is delivered. It is shown here and never again. */
                        secret: string;
                    };
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            409: components["responses"]["WorkspaceLimitReached"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    /** @description Another when the settings are. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                endpointId: string;
            };
            cookie?: never;
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
                headers: {
                    /** @description Another when the settings are. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            409: components["responses"]["WorkspaceLimitReached"];
            412: components["responses"]["RequestPreconditionFailed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            428: components["responses"]["RequestPreconditionRequired"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    enableWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    /** @description Another when the settings are. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    disableWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    /** @description Another when the settings are. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new secret. It is shown here and never again. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
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
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            409: components["responses"]["WebhookTooManySecrets"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sendTestEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is on its way, as a delivery. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        eventId: string;
                    };
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            409: components["responses"]["WebhookEndpointDisabled"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readWebhookHealth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Counted by the hour of the event. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
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
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhookEventTypes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every type. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
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
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
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
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deliveries, the newest event first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["WebhookDelivery"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readWebhookDelivery: {
        parameters: {
            query?: {
                /** @description Which delivery of the event; the latest unless told. */
                replay?: number;
            };
            header?: never;
            path: {
                workspaceId: string;
                endpointId: string;
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryDetails"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    replayWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                endpointId: string;
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is on its way. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        eventId: string;
                    };
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            409: components["responses"]["WebhookEndpointDisabled"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    replayWebhookDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                endpointId: string;
            };
            cookie?: never;
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
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How many, by this call. */
                        replayed: number;
                        /** Format: uuid */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            409: components["responses"]["WebhookEndpointDisabled"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
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
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Connections, the newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["MarketplaceConnection"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    connectMarketplace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
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
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarketplaceConnection"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            409: components["responses"]["MarketplaceSourceConnectedOrWorkspaceLimitReached"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readMarketplaceConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                connectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connection. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarketplaceConnection"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeMarketplaceConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                connectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone, and its credential with it. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            409: components["responses"]["MarketplaceConnectionInUse"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeMarketplaceConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                connectionId: string;
            };
            cookie?: never;
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
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarketplaceConnection"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            412: components["responses"]["RequestPreconditionFailed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            428: components["responses"]["RequestPreconditionRequired"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    reconcileMarketplace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                connectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is asked for. */
            202: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarketplaceConnection"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    checkMarketplaceConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                connectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The findings, in the order in which they would be mended. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        checkedAt: string;
                        findings: components["schemas"]["ConnectionFinding"][];
                    };
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
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
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Calls, the newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["MarketplaceCall"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readMarketplaceCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                callId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarketplaceCallDetails"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listIdpConnections: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Connections, by product. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["IdpConnection"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    connectIdp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
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
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdpConnection"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ProductNotFoundOrResourceNotFound"];
            409: components["responses"]["ProductIdpConnected"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readIdpConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                productId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connection. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdpConnection"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    replaceIdpConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                productId: string;
            };
            cookie?: never;
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
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdpConnection"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ProductNotFoundOrResourceNotFound"];
            412: components["responses"]["RequestPreconditionFailed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            428: components["responses"]["RequestPreconditionRequired"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeIdpConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                productId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
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
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Products of every status, by slug. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ProductSummary"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
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
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ProductNotFoundOrResourceNotFound"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                product: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole product. Its `ETag` counts every change of it, its editions, plans and mappings. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ProductNotFoundOrResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                product: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ProductNotFoundOrResourceNotFound"];
            409: components["responses"]["CatalogueStatusNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                product: string;
            };
            cookie?: never;
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
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ProductNotFoundOrResourceNotFound"];
            412: components["responses"]["RequestPreconditionFailed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            428: components["responses"]["RequestPreconditionRequired"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    publishProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                product: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole product. Its `ETag` counts every change of it, its editions, plans and mappings. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ProductNotFoundOrResourceNotFound"];
            409: components["responses"]["CatalogueStatusNotAllowed"];
            412: components["responses"]["RequestPreconditionFailed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            428: components["responses"]["RequestPreconditionRequired"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    archiveProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                product: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole product. Its `ETag` counts every change of it, its editions, plans and mappings. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ProductNotFoundOrResourceNotFound"];
            409: components["responses"]["CatalogueStatusNotAllowed"];
            412: components["responses"]["RequestPreconditionFailed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            428: components["responses"]["RequestPreconditionRequired"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addEdition: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                product: string;
            };
            cookie?: never;
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
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ProductNotFoundOrResourceNotFound"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeEdition: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                product: string;
                edition: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole product. Its `ETag` counts every change of it, its editions, plans and mappings. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ProductNotFoundOrResourceNotFound"];
            409: components["responses"]["CatalogueEditionInUse"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeEdition: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                product: string;
                edition: string;
            };
            cookie?: never;
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
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ProductNotFoundOrResourceNotFound"];
            412: components["responses"]["RequestPreconditionFailed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            428: components["responses"]["RequestPreconditionRequired"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    orderEditions: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                product: string;
            };
            cookie?: never;
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
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ProductNotFoundOrResourceNotFound"];
            412: components["responses"]["RequestPreconditionFailed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            428: components["responses"]["RequestPreconditionRequired"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addPlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                product: string;
            };
            cookie?: never;
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
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ProductNotFoundOrResourceNotFound"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changePlans: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                product: string;
            };
            cookie?: never;
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
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ProductNotFoundOrPlanNotFoundOrResourceNotFound"];
            412: components["responses"]["RequestPreconditionFailed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            428: components["responses"]["RequestPreconditionRequired"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removePlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                product: string;
                plan: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole product. Its `ETag` counts every change of it, its editions, plans and mappings. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ProductNotFoundOrPlanNotFoundOrResourceNotFound"];
            409: components["responses"]["CatalogueStatusNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changePlan: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                product: string;
                plan: string;
            };
            cookie?: never;
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
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ProductNotFoundOrPlanNotFoundOrResourceNotFound"];
            412: components["responses"]["RequestPreconditionFailed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            428: components["responses"]["RequestPreconditionRequired"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    publishPlan: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                product: string;
                plan: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole product. Its `ETag` counts every change of it, its editions, plans and mappings. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ProductNotFoundOrPlanNotFoundOrResourceNotFound"];
            409: components["responses"]["CatalogueStatusNotAllowed"];
            412: components["responses"]["RequestPreconditionFailed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            428: components["responses"]["RequestPreconditionRequired"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    archivePlan: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                product: string;
                plan: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole product. Its `ETag` counts every change of it, its editions, plans and mappings. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ProductNotFoundOrPlanNotFoundOrResourceNotFound"];
            409: components["responses"]["CatalogueStatusNotAllowed"];
            412: components["responses"]["RequestPreconditionFailed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            428: components["responses"]["RequestPreconditionRequired"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    previewProductChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                product: string;
            };
            cookie?: never;
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
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogueImpact"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ProductNotFoundOrPlanNotFoundOrResourceNotFound"];
            409: components["responses"]["CatalogueStatusNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    previewEditionChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                product: string;
                edition: string;
            };
            cookie?: never;
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
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogueImpact"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ProductNotFoundOrResourceNotFound"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    previewPlanChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                product: string;
                plan: string;
            };
            cookie?: never;
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
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogueImpact"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ProductNotFoundOrPlanNotFoundOrResourceNotFound"];
            409: components["responses"]["CatalogueStatusNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listCategories: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them, by slug; their `ETag` is that of the whole catalogue. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Category"][];
                    };
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addCategory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
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
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeCategory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                category: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["CategoryNotFoundOrResourceNotFound"];
            409: components["responses"]["CatalogueCategoryInUse"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    renameCategory: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                category: string;
            };
            cookie?: never;
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
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["CategoryNotFoundOrResourceNotFound"];
            412: components["responses"]["RequestPreconditionFailed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            428: components["responses"]["RequestPreconditionRequired"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
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
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Mappings, the newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["PlanMapping"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addPlanMapping: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
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
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanMapping"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ProductNotFoundOrPlanNotFoundOrResourceNotFound"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readPlanMapping: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                mappingId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mapping; its `ETag` is that of its product. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanMapping"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removePlanMapping: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                mappingId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ProductNotFoundOrResourceNotFound"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changePlanMapping: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                mappingId: string;
            };
            cookie?: never;
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
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanMapping"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ProductNotFoundOrPlanNotFoundOrResourceNotFound"];
            412: components["responses"]["RequestPreconditionFailed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            428: components["responses"]["RequestPreconditionRequired"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    exportCatalogue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file; its `ETag` counts the changes of the catalogue. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/yaml": string;
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["AuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    planCatalogue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The whole catalogue, as YAML. */
                    file: string;
                };
            };
        };
        responses: {
            /** @description The changes, in order, with what `apply` asks consent for. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
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
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    previewCatalogue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The whole catalogue, as YAML. */
                    file: string;
                };
            };
        };
        responses: {
            /** @description Whose answers would change, and how. Nothing has been changed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogueImpact"];
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    applyCatalogue: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The whole catalogue, as YAML. */
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
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: components["schemas"]["CatalogueChange"][];
                    };
                };
            };
            400: components["responses"]["RequestValidationFailed"];
            401: components["responses"]["AuthSessionRequired"];
            403: components["responses"]["RequestCrossSiteOrAuthRoleNotAllowedOrWorkspaceSuspended"];
            404: components["responses"]["ResourceNotFound"];
            409: components["responses"]["CatalogueConsentRequired"];
            412: components["responses"]["RequestPreconditionFailed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["RequestUnsupportedMediaType"];
            428: components["responses"]["RequestPreconditionRequired"];
            429: components["responses"]["RequestRateLimited"];
            500: components["responses"]["ServiceInternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}
